; What JavaScript has beside `javascript.scm`: CommonJS exports, prototypes, fields declared by assigning to `this`, and the
; nodes its grammar names otherwise than TypeScript's.

; Definitions
(field_definition property: (_) @name value: [
  (arrow_function body: (_) @body) (function_expression body: (_) @body)]) @def.method
(field_definition property: (_) @name value: (class body: (_) @body)) @def.class
(field_definition property: (_) @name value: (_ !body)) @def.field
(field_definition property: (_) @name !value) @def.field
(expression_statement (assignment_expression
  left: (member_expression object: (this) property: [(property_identifier) (private_property_identifier)] @name
  ) right: [(arrow_function body: (_) @body) (function_expression body: (_) @body)])) @def.method @in_type
(expression_statement (assignment_expression
  left: (member_expression object: (this) property: [(property_identifier) (private_property_identifier)] @name)
  right: (_ !body))) @def.field @in_type

; CommonJS and prototypes
((expression_statement (assignment_expression left: (member_expression object: (_) @exports property: (property_identifier) @name)
  right: [(arrow_function body: (_) @body) (function_expression body: (_) @body) (generator_function body: (_) @body)])) @def.function
  (#any-of? @exports "exports" "module.exports"))
((expression_statement (assignment_expression left: (member_expression object: (_) @exports property: (property_identifier) @name)
  right: (class body: (_) @body))) @def.class
  (#any-of? @exports "exports" "module.exports"))
((expression_statement (assignment_expression left: (member_expression object: (_) @exports property: (property_identifier) @name)
  right: [(number) (string) (template_string) (object) (array) (true) (false) (new_expression) (regex) (binary_expression)])) @def.constant
  (#any-of? @exports "exports" "module.exports"))
((expression_statement (assignment_expression left: (member_expression) @exports
  right: [(function_expression name: (identifier) @name body: (_) @body)
    (generator_function name: (identifier) @name body: (_) @body)])) @def.function
  (#eq? @exports "module.exports"))
((expression_statement (assignment_expression left: (member_expression) @exports
  right: (class name: (_) @name body: (_) @body))) @def.class
  (#eq? @exports "module.exports"))
((expression_statement (assignment_expression left: (member_expression object: (identifier) @module property: (property_identifier) @name)
  right: [(arrow_function body: (_) @body) (function_expression !name body: (_) @body) (generator_function !name body: (_) @body)])) @def.function
  (#eq? @module "module") (#eq? @name "exports"))
((expression_statement (assignment_expression left: (member_expression object: (identifier) @module property: (property_identifier) @name)
  right: (class !name body: (_) @body))) @def.class
  (#eq? @module "module") (#eq? @name "exports"))
((expression_statement (assignment_expression left: (member_expression
    object: (member_expression object: (identifier) @owner property: (property_identifier) @prototype)
    property: (property_identifier) @name)
  right: [(arrow_function body: (_) @body) (function_expression body: (_) @body) (generator_function body: (_) @body)])) @def.method
  (#eq? @prototype "prototype"))

; References
(class_heritage [(identifier) (member_expression)] @ref.extends)
(class_heritage (call_expression function: (_) @ref.extends))

; Imports
((assignment_expression
    right: (call_expression function: (identifier) @require arguments: (arguments . (string)))) @import.statement
  (#eq? @require "require"))
([(expression_statement (call_expression function: (identifier) @require arguments: (arguments . (string) @import.module)))
  (arguments (call_expression function: (identifier) @require arguments: (arguments . (string) @import.module)))
  (pair value: (call_expression function: (identifier) @require arguments: (arguments . (string) @import.module)))
  (return_statement (call_expression function: (identifier) @require arguments: (arguments . (string) @import.module)))
  (call_expression
    function: (call_expression function: (identifier) @require arguments: (arguments . (string) @import.module)))
  (call_expression function: (member_expression
    object: (call_expression function: (identifier) @require arguments: (arguments . (string) @import.module))))]
  (#eq? @require "require"))

; Bindings
(field_definition property: (_) @bind.name value: [(call_expression) (identifier) (member_expression)] @bind.value)
(field_definition property: (_) @bind.name value: (new_expression constructor: (_) @bind.type))
([(assignment_expression right: (function_expression body: (statement_block
    (return_statement [(call_expression) (identifier) (member_expression)] @bind.returned))))
  (variable_declarator value: (function_expression body: (statement_block
    (return_statement [(call_expression) (identifier) (member_expression)] @bind.returned))))])
(assignment_expression right: (function_expression body: (statement_block
  (return_statement (new_expression constructor: (_) @bind.return)))))
