package newer
// <- namespace: newer

var options = func() []int {
//  ^ defines: options (constant)
//  ^ binds: options : []int =
//  ^ span: 0..+2
    return nil
}()

func before() {
//   ^ defines: before (function)
//   ^ span: 0..+3
    kept := &Options{Stamp: new(time.Now()), Name: new("a"), Size: new(3 + 1), Act: new(func(e error) { act(e) })}
//                                   ^ call: time.Now
//                                                                                                      ^ call: act
    made := new(Options)
//              ^ type: Options
// <- binds: made : Options =
}

type Options struct{}
//   ^ defines: Options (struct)
