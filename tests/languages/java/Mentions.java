import com.acme.Outer.Inner;
// <- imports: com.acme.Outer Inner

class Mentions {
//    ^ defines: Mentions (class)
//    ^ flag: test
    @Test
//   ^ decorator: Test
    void tests(List<Foo> foos, Map<String, Bar[]> bars) throws Exception {
//       ^ defines: Mentions.tests (method)
//       ^ flag: test
//             ^ type: List<Foo>
//             ^ binds: foos : List<Foo> =
//                             ^ type: Map<String, Bar[]>
        for (Foo foo : foos) foo.run(Kind.FAST, Foo::stop, this.helper);
//           ^ type: Foo
//           ^ binds: foo : Foo =
//                               ^ call: foo.run
//                                                   ^ argument: Foo::stop
        for (var foo : bars.keySet()) { }
//      ^ binds: foo : = *bars.keySet()
        var bar = new Bar<Baz>();
//                    ^ new: Bar
//                        ^ type: Baz
//                    ^ binds: bar : Bar<Baz> =
        var cast = (Foo) make();
//                  ^ type: Foo
//                  ^ binds: cast : Foo =
        Foo[] many = { FIRST, SECOND };
//      ^ type: Foo[]
//                            ^ value: SECOND
        try (Reader in = open(); var out = sink()) {
//           ^ binds: in : Reader =
//                               ^ binds: out : = sink()
        } catch (IOException | Bad e) {
//               ^ type: IOException
//                             ^ type: Bad
//                             ^ binds: e : IOException =
            throw new IllegalStateException(e);
//                    ^ raise: IllegalStateException
        }
        if (bar instanceof Foo found && found.ok()) { handle(Foo.class); }
//                         ^ type: Foo
//                         ^ binds: found : Foo =
//                                                           ^ type: Foo
        switch (kind) {
            case RED: break;
//               ^ value: RED
        }
        Outer.super.run();
//                  ^ call: Outer.super.run
        this.count = Kind.SLOW;
//           ^ attribute: this.count
        return;
    }
    private int count;
//              ^ defines: Mentions.count (field)
//              ^ flag: test
    static class Stubs { }
//               ^ defines: Mentions.Stubs (class)
}

class Broken {
//    ^ defines: Broken (class)
    void before() { int = ; }
//       ^ defines: Broken.before (method)
    void after() { before(); }
//       ^ defines: Broken.after (method)
//                 ^ call: before
}
