"use client";
import dynamic from "next/dynamic";
// <- imports: next/dynamic default as dynamic
import { useState, type FC } from "react";
// <- imports: react useState
// <- imports: react FC

const Chart = dynamic(() => import("./Chart").then((mod) => mod.Chart), { ssr: false });
//    ^ defines: Chart (constant)
//    ^ signature: const Chart = dynamic
//    ^ imports: ./Chart Chart
//    ^ imports: ./Chart

type Props = { user: User; onSave: (user: User) => void };
//   ^ defines: Props (type_alias)
//             ^ defines: Props.user (field)
//                         ^ defines: Props.onSave (field)
//                   ^ type: User
//                                 ^ type: (user: User) => void

/** Shows a user. */
export const Panel: FC<Props> = ({ user, onSave }) => {
//           ^ defines: Panel (function)
//           ^ doc: Shows a user.
//           ^ signature: export const Panel: FC<Props> = ({ user, onSave }) =>
//           ^ span: 0..+11
//                  ^ type: FC<Props>
  const [draft, setDraft] = useState<User | null>(null);
  //                                 ^ type: User | null
  //                        ^ call: useState
  const save = async () => {
  //    ^ defines: Panel.save (function)
  //    ^ parent: Panel
    await onSave(draft!);
    //    ^ call: onSave
  };
  return (
    <Layout.Main title={user.name} onClick={save}>
      <Chart data={draft} />
      <div className="plain">{`${user.email}`}</div>
    </Layout.Main>
  );
};

export const Field = forwardRef<HTMLInputElement, Props>(function Field(props, ref) {
//           ^ defines: Field (function)
  return <input ref={ref} {...props} />;
});

export default withLayout(async function (request: Request) {
//     ^ defines: default (function)
//                                                 ^ type: Request
  return handle(request);
  //     ^ call: handle
});
