/* Sums by row: what numpy adds up by way of arrays of places and amounts is added where it belongs.
 *
 * The numbers are the same and so is their order, hence the bits of every sum; products must not be fused with sums
 * (`setup.py` forbids it). Each number that leads somewhere is looked at first: a torn index is an error, not a crash.
 */
#include "adding.h"

#include "arrays.h"

#define WITHIN(number, size) ((uint64_t)(number) < (uint64_t)(size))

/* give(starts, columns, values, rows, amounts, total): what rows of a matrix give of their amounts, added by column. */
PyObject *give(PyObject *module, PyObject *const *given, Py_ssize_t count) {
    Arrays arrays;
    (void)module;
    if (!arrays_open(&arrays, given, count, "indidD", 0)) return NULL;
    const int64_t *starts = ARRAY(int64_t, arrays, 0), *rows = ARRAY(int64_t, arrays, 3);
    const int32_t *columns = ARRAY(int32_t, arrays, 1);
    const double *values = ARRAY(double, arrays, 2), *amounts = ARRAY(double, arrays, 4);
    double *total = ARRAY(double, arrays, 5);
    Py_ssize_t many = array_size(&arrays, 3), size = array_size(&arrays, 5), all = array_size(&arrays, 1);
    Py_ssize_t known = array_size(&arrays, 0) - 1;
    bool inside = array_size(&arrays, 4) == many && array_size(&arrays, 2) == all;
    Py_BEGIN_ALLOW_THREADS
    for (Py_ssize_t at = 0; inside && at < many; at++) {
        if (!WITHIN(rows[at], known)) {
            inside = false;
            break;
        }
        int64_t first = starts[rows[at]], end = starts[rows[at] + 1];
        double amount = amounts[at];
        inside = first >= 0 && end <= all;
        for (int64_t place = first; inside && place < end; place++) {
            if (!WITHIN(columns[place], size)) inside = false;
            else total[columns[place]] += amount * values[place];
        }
    }
    Py_END_ALLOW_THREADS
    return arrays_close(&arrays, inside);
}

/* by_row(row, field, count, sizes, worth, rows, amounts, own, fields): each row once to a term, with the sum over its own
 * fields; `own` gets how many rows each term has. Fields from `fields` on are those of files, and not counted. */
PyObject *by_row(PyObject *module, PyObject *const *given, Py_ssize_t count) {
    Arrays arrays;
    (void)module;
    if (!arrays_open(&arrays, given, count, "ibbidIDI", 1)) return NULL;
    const int64_t *row = ARRAY(int64_t, arrays, 0), *sizes = ARRAY(int64_t, arrays, 3);
    const uint8_t *field = ARRAY(uint8_t, arrays, 1), *times = ARRAY(uint8_t, arrays, 2);
    const double *worth = ARRAY(double, arrays, 4);
    int64_t *rows = ARRAY(int64_t, arrays, 5), *own = ARRAY(int64_t, arrays, 7);
    double *amounts = ARRAY(double, arrays, 6);
    Py_ssize_t all = array_size(&arrays, 0), terms = array_size(&arrays, 3), worths = array_size(&arrays, 4);
    Py_ssize_t room = array_size(&arrays, 5), found = 0, place = 0;
    long fields = PyLong_AsLong(given[8]);
    bool inside = array_size(&arrays, 1) == all && array_size(&arrays, 2) == all && array_size(&arrays, 6) == room;
    inside = inside && array_size(&arrays, 7) == terms && room >= all;
    Py_BEGIN_ALLOW_THREADS
    for (Py_ssize_t term = 0; inside && term < terms; term++) {
        Py_ssize_t begin = found, end = place + sizes[term];
        if (sizes[term] < 0 || end > all) {
            inside = false;
            break;
        }
        for (; place < end; place++) {
            if (field[place] >= fields) continue;
            int64_t at = row[place] * fields + field[place];
            if (row[place] < 0 || at >= worths) {
                inside = false;
                break;
            }
            double amount = worth[at] * times[place];
            if (found > begin && rows[found - 1] == row[place]) {
                amounts[found - 1] += amount;
            } else {
                rows[found] = row[place];
                amounts[found++] = amount;
            }
        }
        own[term] = found - begin;
    }
    Py_END_ALLOW_THREADS
    return arrays_close(&arrays, inside);
}

/* weigh(row, amount, own, place, by_file, shares, file, first, second, one, other, k1): what rows gain by each term's
 * frequency in their own fields beside that in their files', added up by two weights of every term. */
PyObject *weigh(PyObject *module, PyObject *const *given, Py_ssize_t count) {
    Arrays arrays;
    (void)module;
    if (!arrays_open(&arrays, given, count, "idiiddiddDD", 1)) return NULL;
    const int64_t *row = ARRAY(int64_t, arrays, 0), *own = ARRAY(int64_t, arrays, 2);
    const int64_t *places = ARRAY(int64_t, arrays, 3), *file = ARRAY(int64_t, arrays, 6);
    const double *amount = ARRAY(double, arrays, 1), *by_file = ARRAY(double, arrays, 4);
    const double *shares = ARRAY(double, arrays, 5), *first = ARRAY(double, arrays, 7);
    const double *second = ARRAY(double, arrays, 8);
    double *one = ARRAY(double, arrays, 9), *other = ARRAY(double, arrays, 10);
    double k1 = PyFloat_AsDouble(given[11]);
    Py_ssize_t all = array_size(&arrays, 0), terms = array_size(&arrays, 2), rows = array_size(&arrays, 6);
    Py_ssize_t cells = array_size(&arrays, 4), place = 0;
    bool inside = array_size(&arrays, 1) == all && array_size(&arrays, 3) == terms;
    inside = inside && array_size(&arrays, 5) == cells && array_size(&arrays, 7) == terms;
    inside = inside && array_size(&arrays, 8) == terms;
    inside = inside && array_size(&arrays, 9) == rows && array_size(&arrays, 10) == rows;
    Py_ssize_t files = arrays.views[4].ndim == 2 ? arrays.views[4].shape[1] : 0, last = 0;
    inside = inside && arrays.views[4].ndim == 2;
    last = inside ? arrays.views[4].shape[0] - 1 : 0;
    Py_BEGIN_ALLOW_THREADS
    for (Py_ssize_t term = 0; inside && term < terms; term++) {
        Py_ssize_t end = place + own[term];
        if (own[term] < 0 || end > all || !WITHIN(places[term], last + 1)) {
            inside = false;
            break;
        }
        bool apart = places[term] == last; /* no file has the term: there is nothing to look up */
        const double *in_file = by_file + places[term] * files, *share = shares + places[term] * files;
        for (; place < end; place++) {
            double total = amount[place], gained;
            int64_t at = row[place];
            if (!WITHIN(at, rows) || (!apart && !WITHIN(file[at], files))) {
                inside = false;
                break;
            }
            if (apart) {
                gained = total / (k1 + total);
            } else {
                total += in_file[file[at]];
                gained = total / (k1 + total) - share[file[at]];
            }
            one[at] += first[term] * gained;
            other[at] += second[term] * gained;
        }
    }
    Py_END_ALLOW_THREADS
    return arrays_close(&arrays, inside);
}

/* in_files(row, field, count, sizes, file, weights, amounts, fields): how often terms stand in files, in fields of these
 * and, up to `fields`, of their symbols, by the fields' weights. `amounts` has a row for every term. */
PyObject *in_files(PyObject *module, PyObject *const *given, Py_ssize_t count) {
    Arrays arrays;
    (void)module;
    if (!arrays_open(&arrays, given, count, "ibbiidD", 1)) return NULL;
    const int64_t *row = ARRAY(int64_t, arrays, 0), *sizes = ARRAY(int64_t, arrays, 3);
    const int64_t *file = ARRAY(int64_t, arrays, 4);
    const uint8_t *field = ARRAY(uint8_t, arrays, 1), *times = ARRAY(uint8_t, arrays, 2);
    const double *weights = ARRAY(double, arrays, 5);
    double *amounts = ARRAY(double, arrays, 6);
    Py_ssize_t all = array_size(&arrays, 0), terms = array_size(&arrays, 3), rows = array_size(&arrays, 4);
    Py_ssize_t weighed = array_size(&arrays, 5), place = 0;
    Py_ssize_t files = terms ? array_size(&arrays, 6) / terms : 0;
    long fields = PyLong_AsLong(given[7]);
    bool inside = array_size(&arrays, 1) == all && array_size(&arrays, 2) == all;
    Py_BEGIN_ALLOW_THREADS
    for (Py_ssize_t term = 0; inside && term < terms; term++) {
        Py_ssize_t end = place + sizes[term];
        inside = sizes[term] >= 0 && end <= all;
        for (; inside && place < end; place++) {
            int64_t at = row[place];
            if (field[place] < fields) at = WITHIN(at, rows) ? file[at] : -1;
            inside = WITHIN(at, files) && field[place] < weighed;
            if (inside) amounts[term * files + at] += weights[field[place]] * times[place];
        }
    }
    Py_END_ALLOW_THREADS
    return arrays_close(&arrays, inside);
}

/* mix(own, holder, module, parent, kept, to, best, mixed, of_parent, of_file, of_child): the score of each row that has one
 * with those of what stands around it, put where `to` says; below 0 is nowhere. `best` comes as zeros. */
PyObject *mix(PyObject *module, PyObject *const *given, Py_ssize_t count) {
    Arrays arrays;
    (void)module;
    if (!arrays_open(&arrays, given, count, "diiidiDD", 3)) return NULL;
    const double *own = ARRAY(double, arrays, 0), *kept = ARRAY(double, arrays, 4);
    const int64_t *holder = ARRAY(int64_t, arrays, 1), *top = ARRAY(int64_t, arrays, 2);
    const int64_t *parent = ARRAY(int64_t, arrays, 3), *to = ARRAY(int64_t, arrays, 5);
    double *best = ARRAY(double, arrays, 6), *mixed = ARRAY(double, arrays, 7);
    double of_parent = PyFloat_AsDouble(given[8]), of_file = PyFloat_AsDouble(given[9]);
    double of_child = PyFloat_AsDouble(given[10]);
    Py_ssize_t rows = array_size(&arrays, 0), size = array_size(&arrays, 7);
    bool inside = true;
    for (int at = 1; at < 7; at++) inside = inside && array_size(&arrays, at) == rows;
    Py_BEGIN_ALLOW_THREADS
    for (Py_ssize_t row = 0; inside && row < rows; row++) {
        if (!(own[row] > 0)) continue; /* most have none: nothing of theirs is looked at */
        inside = parent[row] < rows && holder[row] < rows && top[row] < rows && to[row] < size;
        if (inside && parent[row] >= 0 && own[row] > best[parent[row]]) best[parent[row]] = own[row];
    }
    for (Py_ssize_t row = 0; inside && row < rows; row++) {
        if (!(own[row] > 0) || to[row] < 0) continue;
        double total = of_parent * (holder[row] < 0 ? 0.0 : own[holder[row]]);
        total += own[row];
        total += of_file * (top[row] < 0 ? 0.0 : own[top[row]]);
        total += of_child * best[row];
        mixed[to[row]] = total * kept[row];
    }
    Py_END_ALLOW_THREADS
    return arrays_close(&arrays, inside);
}

/* tell(term, commit, starts, numbers, length, telling, total, k1, b): what the commits that have terms say of what they
 * touched; the commits of a term stand together. */
PyObject *tell(PyObject *module, PyObject *const *given, Py_ssize_t count) {
    Arrays arrays;
    (void)module;
    if (!arrays_open(&arrays, given, count, "iiiiddD", 2)) return NULL;
    const int64_t *term = ARRAY(int64_t, arrays, 0), *commit = ARRAY(int64_t, arrays, 1);
    const int64_t *starts = ARRAY(int64_t, arrays, 2), *numbers = ARRAY(int64_t, arrays, 3);
    const double *length = ARRAY(double, arrays, 4), *telling = ARRAY(double, arrays, 5);
    double *total = ARRAY(double, arrays, 6);
    double k1 = PyFloat_AsDouble(given[7]), b = PyFloat_AsDouble(given[8]);
    Py_ssize_t said = array_size(&arrays, 0), commits = array_size(&arrays, 2) - 1, all = array_size(&arrays, 3);
    Py_ssize_t size = array_size(&arrays, 6), terms = array_size(&arrays, 5), at = 0;
    uint32_t *times = PyMem_RawCalloc((size_t)size + 1, sizeof *times);
    int64_t *touched = PyMem_RawMalloc(((size_t)size + 1) * sizeof *touched);
    bool inside = array_size(&arrays, 1) == said && array_size(&arrays, 4) == size;
    if (times == NULL || touched == NULL) {
        PyErr_NoMemory();
        inside = false;
    }
    Py_BEGIN_ALLOW_THREADS
    while (inside && at < said) {
        int64_t now = term[at];
        Py_ssize_t many = 0;
        inside = WITHIN(now, terms);
        for (; inside && at < said && term[at] == now; at++) {
            inside = WITHIN(commit[at], commits);
            if (!inside) break;
            int64_t first = starts[commit[at]], end = starts[commit[at] + 1];
            inside = first >= 0 && end <= all;
            for (int64_t place = first; inside && place < end; place++) {
                inside = WITHIN(numbers[place], size);
                if (inside && !times[numbers[place]]++) touched[many++] = numbers[place];
            }
        }
        for (Py_ssize_t one = 0; inside && one < many; one++) {
            int64_t number = touched[one];
            double often = times[number] / (1 - b + b * length[number]);
            total[number] += telling[now] * (often / (k1 + often));
            times[number] = 0;
        }
    }
    Py_END_ALLOW_THREADS
    PyMem_RawFree(times);
    PyMem_RawFree(touched);
    return arrays_close(&arrays, inside);
}

/* add(rows, values, total, weight): weight times each value, added to the row it belongs to. */
PyObject *add(PyObject *module, PyObject *const *given, Py_ssize_t count) {
    Arrays arrays;
    (void)module;
    if (!arrays_open(&arrays, given, count, "idD", 1)) return NULL;
    const int64_t *rows = ARRAY(int64_t, arrays, 0);
    const double *values = ARRAY(double, arrays, 1);
    double *total = ARRAY(double, arrays, 2), weight = PyFloat_AsDouble(given[3]);
    Py_ssize_t many = array_size(&arrays, 0), size = array_size(&arrays, 2);
    bool inside = array_size(&arrays, 1) == many;
    Py_BEGIN_ALLOW_THREADS
    for (Py_ssize_t at = 0; inside && at < many; at++) {
        inside = WITHIN(rows[at], size);
        if (inside) total[rows[at]] += values[at] * weight;
    }
    Py_END_ALLOW_THREADS
    return arrays_close(&arrays, inside);
}

/* highest(rows, file, starts, members, values, known, of_file, best): the highest of the values in the file of each row.
 * `known` and `of_file` are kept by file, the former comes as zeros; `starts` is where the members of each begin. */
PyObject *highest(PyObject *module, PyObject *const *given, Py_ssize_t count) {
    Arrays arrays;
    (void)module;
    if (!arrays_open(&arrays, given, count, "iiiidBDD", 0)) return NULL;
    const int64_t *rows = ARRAY(int64_t, arrays, 0), *file = ARRAY(int64_t, arrays, 1);
    const int64_t *starts = ARRAY(int64_t, arrays, 2), *members = ARRAY(int64_t, arrays, 3);
    const double *values = ARRAY(double, arrays, 4);
    uint8_t *known = ARRAY(uint8_t, arrays, 5);
    double *of_file = ARRAY(double, arrays, 6), *best = ARRAY(double, arrays, 7);
    Py_ssize_t many = array_size(&arrays, 0), all = array_size(&arrays, 1), files = array_size(&arrays, 2) - 1;
    bool inside = array_size(&arrays, 3) == all && array_size(&arrays, 4) == all && array_size(&arrays, 7) == many;
    inside = inside && array_size(&arrays, 5) == files && array_size(&arrays, 6) == files;
    Py_BEGIN_ALLOW_THREADS
    for (Py_ssize_t at = 0; inside && at < many; at++) {
        inside = WITHIN(rows[at], all) && WITHIN(file[rows[at]], files);
        if (!inside) break;
        int64_t here = file[rows[at]];
        if (!known[here]) {
            int64_t first = starts[here], end = starts[here + 1];
            inside = WITHIN(first, all) && first < end && end <= all;
            for (int64_t place = first; inside && place < end; place++) {
                inside = WITHIN(members[place], all);
                if (inside && (place == first || values[members[place]] > of_file[here]))
                    of_file[here] = values[members[place]];
            }
            known[here] = 1;
        }
        best[at] = of_file[here];
    }
    Py_END_ALLOW_THREADS
    return arrays_close(&arrays, inside);
}

/* fall(table, roots, feature, threshold, left, right, value, total): the sum of what trees give each row of a table. */
PyObject *fall(PyObject *module, PyObject *const *given, Py_ssize_t count) {
    Arrays arrays;
    (void)module;
    if (!arrays_open(&arrays, given, count, "diidiidD", 0)) return NULL;
    const double *table = ARRAY(double, arrays, 0), *threshold = ARRAY(double, arrays, 3);
    const double *value = ARRAY(double, arrays, 6);
    const int64_t *roots = ARRAY(int64_t, arrays, 1), *feature = ARRAY(int64_t, arrays, 2);
    const int64_t *left = ARRAY(int64_t, arrays, 4), *right = ARRAY(int64_t, arrays, 5);
    double *total = ARRAY(double, arrays, 7);
    Py_ssize_t trees = array_size(&arrays, 1), nodes = array_size(&arrays, 2), rows = array_size(&arrays, 7);
    Py_ssize_t wide = rows ? array_size(&arrays, 0) / rows : 0;
    bool inside = true;
    for (int at = 3; at < 7; at++) inside = inside && array_size(&arrays, at) == nodes;
    Py_BEGIN_ALLOW_THREADS
    for (Py_ssize_t tree = 0; inside && tree < trees; tree++) {
        for (Py_ssize_t row = 0; inside && row < rows; row++) {
            int64_t node = roots[tree];
            inside = WITHIN(node, nodes);
            while (inside && feature[node] >= 0) {
                int64_t before = node;
                inside = feature[node] < wide;
                if (inside) node = table[row * wide + feature[node]] <= threshold[node] ? left[node] : right[node];
                inside = inside && node > before && node < nodes; /* children stand behind their parents */
            }
            if (inside) total[row] += value[node];
        }
    }
    Py_END_ALLOW_THREADS
    return arrays_close(&arrays, inside);
}
