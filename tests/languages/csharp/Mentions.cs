using Xunit;

public class Mentions
//           ^ defines: Mentions (class)
//           ^ flag: test
{
    [Theory]
//   ^ decorator: Theory
    [InlineData(Kinds.Fast)]
//                    ^ value: Kinds.Fast
    public void Tests(List<Foo> foos, IMap<string, Bar[]> bars)
//              ^ defines: Mentions.Tests (method)
//              ^ flag: test
//              ^ span: -2..+22
//                    ^ type: List<Foo>
//                    ^ binds: foos : List<Foo> =
    {
        foreach (Foo foo in foos) foo.Run(first, count: last);
//               ^ binds: foo : Foo =
//                                    ^ call: foo.Run
//                                        ^ argument: first
//                                                      ^ argument: last
        foreach (var bar in bars.Keys()) { }
//      ^ binds: bar : = *bars.Keys()
        services.AddSingleton<IStore, Store<int>>();
//               ^ call: services.AddSingleton
//                            ^ type: IStore
//                                    ^ type: Store<int>
        Make<Foo>(helper);
//      ^ call: Make
//           ^ type: Foo
        var made = new Box<Baz>() { Owner = owner };
//                     ^ new: Box`1
//                         ^ type: Baz
//                     ^ binds: made : Box<Baz> =
//                                          ^ value: owner
        var cast = (Foo)made;
//                  ^ binds: cast : Foo =
        var other = made as Bar;
//                          ^ type: Bar
//                          ^ binds: other : Bar =
        var read = await store.Read();
//          ^ binds: read : = store.Read()
        Foo target = new(first);
//      ^ new: Foo
        if (made is Foo found && found.Ok) { }
//                  ^ type: Foo
//                  ^ binds: found : Foo =
//                                     ^ attribute: found.Ok
        if (map.TryGet(first, out Entry entry)) { }
//                                ^ type: Entry
//                                ^ binds: entry : Entry =
        made?.Close();
//            ^ call: made?.Close
        try { base.Run(typeof(Foo)); }
//                 ^ call: base.Run
//                            ^ type: Foo
        catch (IOException e) { throw new Failed(e); }
//             ^ type: IOException
//             ^ binds: e : IOException =
//                                        ^ raise: Failed
        Clicked += OnClick;
//                 ^ value: OnClick
        Foo[] many = { One, Two };
//                          ^ value: Two
        var rows = new Row[3];
//                     ^ type: Row
        using var file = Open(path);
//                ^ binds: file : = Open()
        string text = $"{Render(made)}";
//                       ^ call: Render
        return;
    }

    private class FakeStore : IStore { }
//                ^ defines: Mentions.FakeStore (class)
//                ^ flag: mock
}
