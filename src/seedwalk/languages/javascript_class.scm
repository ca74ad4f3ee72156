; What the JavaScript grammar names otherwise than TypeScript's: fields, bases, and fields declared by assigning to `this`.

; Definitions
(field_definition property: (_) @name value: [
  (arrow_function body: (_) @body) (function_expression body: (_) @body)]) @def.method
(field_definition property: (_) @name value: [
  (identifier) (member_expression) (call_expression) (new_expression) (string) (template_string) (number) (object) (array)
  (true) (false) (null) (undefined) (regex) (unary_expression) (binary_expression) (ternary_expression) (await_expression)
  (parenthesized_expression) (subscript_expression) (class)]) @def.field
(field_definition property: (_) @name !value) @def.field
(expression_statement (assignment_expression
  left: (member_expression object: (this) property: [(property_identifier) (private_property_identifier)] @name
  ) right: [(arrow_function body: (_) @body) (function_expression body: (_) @body)])) @def.method @in_type
(expression_statement (assignment_expression
  left: (member_expression object: (this) property: [(property_identifier) (private_property_identifier)] @name) right: [
  (identifier) (member_expression) (call_expression) (new_expression) (string) (template_string) (number) (object) (array)
  (true) (false) (null) (undefined) (regex) (unary_expression) (binary_expression) (ternary_expression) (await_expression)
  (parenthesized_expression) (subscript_expression)])) @def.field @in_type

; References
(class_heritage [(identifier) (member_expression)] @ref.extends)
(class_heritage (call_expression function: (_) @ref.extends))

; Bindings
(field_definition property: (_) @bind.name value: [(call_expression) (identifier) (member_expression)] @bind.value)
(field_definition property: (_) @bind.name value: (new_expression constructor: (_) @bind.type))
