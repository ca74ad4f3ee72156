; What JavaScript's grammar names otherwise than TypeScript's.

; Definitions
; What a field holds decides its kind; its span is that of the whole field.
(field_definition property: (_) @name value: [
  (_ [parameters: (_) parameter: (_)] body: (_) @body) @def.method (_ body: (class_body) @body) @def.class])
(field_definition property: (_) @name) @def.field

; References
(class_heritage [(identifier) (member_expression)] @ref.extends)
(class_heritage (_ . function: (_) @ref.extends))

; Bindings
(_ parameters: (formal_parameters (identifier) @bind.name) body: (_) @bind.within)
(field_definition property: (_) @bind.name value: [(call_expression) @bind.value (identifier) @bind.value
  (member_expression) @bind.value (_ constructor: (_) @bind.type)])
