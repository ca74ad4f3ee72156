package com.acme.shapes;

enum Op implements Binary {
//   ^ defines: Op (enum)
    /** Adds. */
    PLUS("+") {
//  ^ defines: Op.PLUS (constant)
//  ^ doc: Adds.
//  ^ signature: PLUS("+")
        @Override int apply(int a, int b) { return a + b; }
//                    ^ defines: Op.PLUS.apply (method)
//                    ^ parent: Op.PLUS
    },
    MINUS("-") {
//  ^ defines: Op.MINUS (constant)
        @Override int apply(int a, int b) { return a - b; }
//                    ^ defines: Op.MINUS.apply (method)
    };

    private final String sign;
//                       ^ defines: Op.sign (field)
    Op(String sign) { this.sign = sign; }
//  ^ defines: Op.Op (constructor)
    abstract int apply(int a, int b);
//               ^ defines: Op.apply (method)
}

record Point(int x, @Nullable Label label) implements Shape {
//     ^ defines: Point (class)
//     ^ signature: record Point(int x, @Nullable Label label) implements Shape
//               ^ defines: Point.x (field)
//                                  ^ defines: Point.label (field)
//                   ^ decorator: Nullable
    Point {
//  ^ defines: Point.Point (constructor)
        check(x);
//      ^ call: check
    }
    static Point of(int x) { return new Point(x, null); }
//               ^ defines: Point.of (method)
//                                      ^ new: Point
    static Point of(int x, Label... labels) { return new Point(x, labels[0]); }
//               ^ defines: Point.of (method)
//               ^ signature: static Point of(int x, Label... labels)
//                         ^ binds: labels : Label[] =
    static Point all(Label @Nullable ... labels) { return of(1, labels); }
//               ^ defines: Point.all (method)
//               ^ signature: static Point all(Label @Nullable ... labels)
//                   ^ type: Label
//                                                        ^ call: of
}

@Retention(RUNTIME)
//         ^ value: RUNTIME
@interface Marked {
//         ^ defines: Marked (interface)
    String value() default "";
//         ^ defines: Marked.value (method)
}

class Outer {
//    ^ defines: Outer (class)
    class Left { void run() {} }
//        ^ defines: Outer.Left (class)
//                    ^ defines: Outer.Left.run (method)
    static class Right { void run() {} void run(int times) {} void run(List<String> names) {} }
//               ^ defines: Outer.Right (class)
//                            ^ defines: Outer.Right.run (method)
//                                          ^ defines: Outer.Right.run (method)
//                                                                 ^ defines: Outer.Right.run (method)
    static final Comparator<Point> ORDER = new Comparator<>() {
//                                 ^ defines: Outer.ORDER (constant)
//                                 ^ signature: static final Comparator<Point> ORDER = new Comparator<>()
//                                 ^ span: 0..+2
        public int compare(Point a, Point b) { return a.x() - b.x(); }
//                 ^ defines: Outer.ORDER.compare (method)
    };
    void start() {
//       ^ defines: Outer.start (method)
        Runnable task = () -> finish(ORDER);
//               ^ defines: Outer.start.task (function)
//                            ^ call: finish
//                                   ^ argument: ORDER
        pool.submit(new Callable<Point>() {
//           ^ call: pool.submit
//                      ^ new: Callable
//                               ^ type: Point
            public Point call() { return Point.of(1); }
//                       ^ defines: Outer.start.call (method)
//                                             ^ call: Point.of
        });
        class Local { int depth; }
//            ^ defines: Outer.start.Local (class)
//                        ^ defines: Outer.start.Local.depth (field)
    }
    <T> T generic(T t) { return t; }
//        ^ defines: Outer.generic (method)
}
