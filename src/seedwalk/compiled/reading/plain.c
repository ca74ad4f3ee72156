/* Most matches say one plain thing: `_Plain` of extract/matches.py says which, and how each is read. */
#include "matches.h"

#include <string.h>

static PyObject *RETURN, *NOTHING, *ALL;

bool name_plain(void) {
    if (RETURN == NULL) RETURN = PyUnicode_InternFromString("return");
    if (NOTHING == NULL) NOTHING = PyUnicode_InternFromString("");
    if (ALL == NULL) ALL = PyUnicode_InternFromString("*");
    return RETURN != NULL && NOTHING != NULL && ALL != NULL;
}

static Outcome outcome(bool done) { return done ? READ : FAILED; }

/* What a node covers of the source. */
static const char *text_at(const Reader *r, const Captured *node, size_t *length) {
    size_t start = Py_MIN(node->start, r->length), end = Py_MIN(node->end, r->length);
    *length = end > start ? end - start : 0;
    return r->source + start;
}

static PyObject *text_of(const Reader *r, const Captured *node) {
    size_t length;
    const char *text = text_at(r, node, &length);
    return PyUnicode_DecodeUTF8(text, (Py_ssize_t)length, "replace");
}

/* Whether a node is short enough to be taken apart here. */
static bool is_short(const Reader *r, const Captured *node) {
    return node->end - node->start <= LONGEST && node->end <= r->length && node->start <= node->end;
}

static PyObject *chained(Reader *r, const Captured *node) {
    return chain_of(&r->chains, r->chain, r->source + node->start, node->end - node->start);
}

/* Whether every capture that plays a part stands under one name. */
static bool is_one(const Found *found, Role role) {
    const Captured *first = first_of(found, role);
    for (uint32_t place = 0; place < found->count; place++)
        if (found->all[place].sense->role == role && found->all[place].sense != first->sense) return false;
    return true;
}

/* Puts something at the end of a list, which takes it over. */
static bool append(PyObject *list, PyObject *one) {
    bool done = one != NULL && PyList_Append(list, one) == 0;
    Py_XDECREF(one);
    return done;
}

/* ---- references */

/* What the arguments of a call say; those of one text say the same. */
static PyObject *shape_of(Reader *r, const Found *found, const Captured *given) {
    size_t length;
    const char *text = text_at(r, given, &length);
    uint32_t hash = hash_text(text, length);
    PyObject *shape = known_find(&r->shapes, text, length, hash);
    if (shape != NULL) return Py_NewRef(shape);
    PyObject *node = node_of(found, given);
    shape = node == NULL ? NULL : PyObject_CallOneArg(r->shaped, node);
    Py_XDECREF(node);
    return known_add(&r->shapes, text, length, hash, shape);
}

/* Keeps what a call is called with by the place of the callee's last name. */
static bool add_arguments(Reader *r, const Found *found, const Captured *last, const Captured *given) {
    size_t length;
    const char *text = text_at(r, last, &length);
    while (length && text[length - 1] != '.') length--;
    PyObject *place = PyLong_FromSize_t(last->start + length), *shape = place == NULL ? NULL : shape_of(r, found, given);
    bool done = shape != NULL && PyDict_SetItem(r->arguments, place, shape) == 0;
    Py_XDECREF(place);
    Py_XDECREF(shape);
    return done;
}

static Outcome refer(Reader *r, const Found *found) {
    const Captured *first = first_of(found, REFERS), *end = first_of(found, ENDS_IT);
    const Captured *given = first_of(found, HAS_ARGUMENTS);
    if (!is_one(found, REFERS)) return OTHER;
    for (uint32_t place = 0; place < found->count; place++) {
        const Captured *one = found->all + place;
        if (one->sense->role != REFERS) continue;
        Reference reference = {.start = one->start, .end = (end != NULL ? end : one)->end, .code = one->sense->code};
        if (!row_add(&r->references, &reference, sizeof reference)) return FAILED;
    }
    return outcome(given == NULL || add_arguments(r, found, end != NULL ? end : first, given));
}

/* ---- comments, docs, blocks */

static Outcome keep(Reader *r, const Found *found) {
    (void)r;
    if (!is_one(found, IS_KEPT)) return OTHER;
    for (const Captured *one = found->all; one < found->all + found->count; one++)
        if (one->sense->role == IS_KEPT && !append(one->sense->told, Py_BuildValue("(II)", one->start, one->end))) return FAILED;
    return READ;
}

static Outcome part(Reader *r, const Found *found) {
    const Captured *block = first_of(found, IS_BLOCK), *body = first_of(found, IN_BLOCK);
    return outcome(append(r->blocks, PyObject_CallFunction(r->block, "III", block->start, block->end, body ? body->start : 0)));
}

/* ---- imports */

static uint32_t line_at(Reader *r, uint32_t place) {
    place = (uint32_t)Py_MIN(place, r->length);
    if (place < r->counted) r->line = r->counted = 0;
    for (const char *at = r->source + r->counted; (at = memchr(at, '\n', (size_t)(r->source + place - at))) != NULL; at++) r->line++;
    r->counted = place;
    return r->line + 1;
}

static bool is_quote(char letter) { return letter != 0 && strchr("\"'`<>", letter) != NULL; }

static PyObject *unquoted(const Reader *r, const Captured *module) {
    if (module == NULL) return Py_NewRef(NOTHING);
    size_t length;
    const char *text = text_at(r, module, &length);
    for (; length && is_quote(*text); length--) text++;
    while (length && is_quote(text[length - 1])) length--;
    return PyUnicode_DecodeUTF8(text, (Py_ssize_t)length, "replace");
}

static PyObject *text_if(const Reader *r, const Captured *node) { return node == NULL ? Py_NewRef(NOTHING) : text_of(r, node); }

static Outcome bring(Reader *r, const Found *found) {
    const Captured *anchor = NULL;
    for (Role role = IMPORT_ALIAS; anchor == NULL; role++) anchor = first_of(found, role);
    PyObject *name = first_of(found, IMPORT_WILDCARD) ? Py_NewRef(ALL) : text_if(r, first_of(found, IMPORT_NAME));
    PyObject *module = unquoted(r, first_of(found, IMPORT_MODULE)), *alias = text_if(r, first_of(found, IMPORT_ALIAS));
    PyObject *line = PyLong_FromUnsignedLong(line_at(r, anchor->start)), *import = NULL;
    if (module && name && alias && line)
        import = PyTuple_Pack(5, module, name, alias, line, first_of(found, IMPORT_REEXPORT) ? Py_True : Py_False);
    PyObject *held[] = {module, name, alias, line};
    for (int at = 0; at < 4; at++) Py_XDECREF(held[at]);
    return outcome(append(r->imports, import));
}

/* ---- bindings */

typedef struct {
    int64_t start, end, told;
    PyObject *name, *type, *value;
} Binding;

/* Takes over its name, type and value. */
static Outcome add_binding(Reader *r, const Binding *b) {
    PyObject *parts[] = {
        PyLong_FromLongLong(b->start), b->name, b->type, b->value, PyLong_FromLongLong(b->end),
        PyLong_FromLongLong(b->told),
    };
    PyObject *binding = PyTuple_New(6);
    bool done = binding != NULL;
    for (int at = 0; at < 6; at++) {
        done = parts[at] != NULL && done;
        if (binding != NULL)
            PyTuple_SET_ITEM(binding, at, parts[at]);
        else
            Py_XDECREF(parts[at]);
    }
    if (!done) Py_CLEAR(binding);
    return outcome(append(r->bindings, binding));
}

/* Whether a written type may be one without a name, which is called by its place. */
static bool is_unnamed(const Reader *r, const Captured *type) {
    size_t length;
    const char *text = text_at(r, type, &length);
    return r->unnamed && memchr(text, '{', length) != NULL;
}

static PyObject *type_of(Reader *r, const Captured *type) {
    size_t length;
    if (type == NULL) return Py_NewRef(NOTHING);
    const char *text = text_at(r, type, &length);
    uint32_t hash = hash_text(text, length);
    PyObject *found = known_find(&r->types, text, length, hash);
    if (found != NULL) return Py_NewRef(found);
    PyObject *written = text_of(r, type);
    found = written == NULL ? NULL : PyObject_CallOneArg(r->typed, written);
    Py_XDECREF(written);
    return known_add(&r->types, text, length, hash, found);
}

/* The chain of a value, behind what its capture puts before it. */
static PyObject *value_of(Reader *r, const Captured *value) {
    PyObject *chain = value == NULL ? Py_NewRef(NOTHING) : chained(r, value), *whole;
    if (chain == NULL || value == NULL || PyUnicode_GET_LENGTH(value->sense->told) == 0) return chain;
    whole = PyUnicode_Check(chain) ? PyUnicode_Concat(value->sense->told, chain) : NULL;
    if (whole == NULL && !PyErr_Occurred()) PyErr_SetString(PyExc_TypeError, "a chain is a text");
    Py_DECREF(chain);
    return whole;
}

static Outcome bind(Reader *r, const Found *found) {
    const Captured *name = first_of(found, BINDS), *value = first_of(found, IS_VALUE), *type = first_of(found, IS_TYPE);
    const Captured *within = first_of(found, HOLDS_IN);
    if (!is_short(r, name) || (value && (!is_one(found, IS_VALUE) || !is_short(r, value))) || (type && is_unnamed(r, type)))
        return OTHER;
    return add_binding(r, &(Binding){
        .start = (within ? within : name)->start, .end = within ? (int64_t)within->end - 1 : 0, .told = value ? value->end : 0,
        .name = chained(r, name), .type = type_of(r, type), .value = value_of(r, value),
    });
}

static Outcome give_back(Reader *r, const Found *found) {
    const Captured *node = first_of(found, IS_RETURNED);
    if (!is_short(r, node)) return OTHER;
    return add_binding(r, &(Binding){node->start, 0, 0, Py_NewRef(RETURN), Py_NewRef(NOTHING), chained(r, node)});
}

static Outcome give(Reader *r, const Found *found) {
    const Captured *type = first_of(found, IS_GIVEN);
    if (is_unnamed(r, type)) return OTHER;
    return add_binding(r, &(Binding){type->start, 0, 0, Py_NewRef(RETURN), type_of(r, type), Py_NewRef(NOTHING)});
}

/* ---- all of them */

#define A(role) (1u << (role))
static const struct {
    uint32_t one, beside;
    Outcome (*read)(Reader *r, const Found *found);
} READERS[] = {
    {A(REFERS), A(ENDS_IT) | A(HAS_ARGUMENTS), refer},
    {A(IS_KEPT), 0, keep},
    {A(BINDS), A(IS_VALUE) | A(IS_TYPE) | A(HOLDS_IN), bind},
    {A(IS_RETURNED), 0, give_back},
    {A(IS_GIVEN), 0, give},
    {A(IS_BLOCK), A(IN_BLOCK), part},
    {A(IMPORT_ALIAS) | A(IMPORT_MODULE) | A(IMPORT_NAME) | A(IMPORT_REEXPORT) | A(IMPORT_WILDCARD), 0, bring},
};

Outcome read_plain(Reader *r, const Found *found) {
    uint32_t roles = 0;
    for (uint32_t place = 0; place < found->count; place++) roles |= A(found->all[place].sense->role);
    roles &= ~A(UNSEEN);
    for (size_t at = 0; at < sizeof READERS / sizeof *READERS; at++)
        if (roles & READERS[at].one && !(roles & ~(READERS[at].one | READERS[at].beside))) return READERS[at].read(r, found);
    return OTHER;
}
