namespace Acme.Shapes
// <- namespace: Acme.Shapes
{
    namespace Inner
//  ^ namespace: Inner
    {
        public enum Op : byte { Plus = 1, [Obsolete] Minus }
//                  ^ defines: Op (enum)
//                              ^ defines: Op.Plus (constant)
//                                                   ^ defines: Op.Minus (constant)
    }

    public delegate void Changed<T>(T old, T now);
//                       ^ defines: Changed (type_alias)

    public record Point(int X, Label Name) : Shape(X), IShape;
//                ^ defines: Point (class)
//                          ^ defines: Point.X (field)
//                                   ^ defines: Point.Name (field)
//                                           ^ extends: Shape
//                                                     ^ implements: IShape

    public readonly record struct Size(int W);
//                                ^ defines: Size (struct)
//                                         ^ defines: Size.W (field)

    public struct Money : IEquatable<Money>
//                ^ defines: Money (struct)
//                        ^ implements: IEquatable<Money>
    {
        public static Money operator+(Money a, Money b) => a;
//                          ^ defines: Money.operator+ (method)
        public static bool operator==(Money a, Money b) => Same(a, b);
//                         ^ defines: Money.operator== (method)
        public static implicit operator int(Money a) => 1;
//                             ^ defines: Money.operator (method)
        public Cell this[int row] { get => Cells[row]; }
//                  ^ defines: Money.this (method)
        public Cell this[string name] => Find(name);
//                  ^ defines: Money.this (method)
    }

    interface IReader : IDisposable
//            ^ defines: IReader (interface)
//                      ^ extends: IDisposable
    {
        void Open();
//           ^ defines: IReader.Open (method)
        string Name { get; }
//             ^ defines: IReader.Name (field)
    }

    class Both : IReader, IWriter<int>
//        ^ defines: Both (class)
    {
        public void Open() { }
//                  ^ defines: Both.Open (method)
        public void Open(int times) { }
//                  ^ defines: Both.Open (method)
        void IReader.Open() { }
//                   ^ defines: Both.IReader.Open (method)
//                   ^ parent: Both
//           ^ type: IReader
        void IWriter<int>.Open() { }
//                        ^ defines: Both.IWriter.Open (method)
        string IReader.Name => name;
//                     ^ defines: Both.IReader.Name (method)
        ~Both() { }
//       ^ defines: Both.Both (method)

        private class Left { internal void Run() { } }
//                    ^ defines: Both.Left (class)
//                                         ^ defines: Both.Left.Run (method)
        private class Right { internal void Run() { } }
//                    ^ defines: Both.Right (class)
//                                          ^ defines: Both.Right.Run (method)

#if DEBUG
        // Only here.
        void Trace()
//           ^ defines: Both.Trace (method)
//           ^ doc: Only here.
        {
            int Depth(int n) => n == 0 ? 0 : Depth(n - 1);
//              ^ defines: Both.Trace.Depth (function)
//              ^ parent: Both.Trace
            Action done = delegate { Finish(); };
//                 ^ defines: Both.Trace.done (function)
//                                   ^ call: Finish
        }
#endif
    }

    static class Extensions
//               ^ defines: Extensions (class)
    {
        public static int Twice(this int n) => n * 2;
//                        ^ defines: Extensions.Twice (method)
    }

    class Broken
//        ^ defines: Broken (class)
    {
        void Before() { int = ; }
//           ^ defines: Broken.Before (method)
        void After() { Before(); }
//           ^ defines: Broken.After (method)
//                     ^ call: Before
    }
}
