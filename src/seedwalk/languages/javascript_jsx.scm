; JSX: using a component is calling it. Only `.js`, `.jsx` and `.tsx` grammars have these nodes.
((jsx_opening_element name: [(identifier) (member_expression)] @ref.call) (#match? @ref.call "^[A-Z]|[.]"))
((jsx_self_closing_element name: [(identifier) (member_expression)] @ref.call) (#match? @ref.call "^[A-Z]|[.]"))
(jsx_attribute (jsx_expression [(identifier) (member_expression)] @ref.argument))
(jsx_element (jsx_expression [(identifier) (member_expression)] @ref.value))
