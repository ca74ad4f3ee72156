; What JavaScript has beside `javascript.scm`, with types (Flow) or without: CommonJS exports, and fields declared by
; assigning to `this`.

; Definitions
(expression_statement (assignment_expression
  left: (_ . object: (this) property: [(property_identifier) (private_property_identifier)] @name
  ) right: (_ [parameters: (_) parameter: (_)] body: (_) @body))) @def.method @in_type
(expression_statement (assignment_expression
  left: (_ . object: (this) property: [(property_identifier) (private_property_identifier)] @name)
  right: (_ !body))) @def.field @in_type

; CommonJS
((expression_statement (assignment_expression left: (_ . object: (_) @exports property: (property_identifier) @name)
  right: (_ [parameters: (_) parameter: (_)] body: (_) @body))) @def.function
  (#any-of? @exports "exports" "module.exports"))
((expression_statement (assignment_expression left: (_ . object: (_) @exports property: (property_identifier) @name)
  right: (_ body: (class_body) @body))) @def.class
  (#any-of? @exports "exports" "module.exports"))
((expression_statement (assignment_expression left: (_ . object: (_) @exports property: (property_identifier) @name)
  right: [(number) (string) (template_string) (object) (array) (true) (false) (new_expression) (regex) (binary_expression)])) @def.constant
  (#any-of? @exports "exports" "module.exports"))
((expression_statement (assignment_expression left: (member_expression) @exports
  right: [(function_expression name: (identifier) @name body: (_) @body)
    (generator_function name: (identifier) @name body: (_) @body)])) @def.function
  (#eq? @exports "module.exports"))
((expression_statement (assignment_expression left: (member_expression) @exports
  right: (_ name: (_) @name body: (class_body) @body))) @def.class
  (#eq? @exports "module.exports"))
((expression_statement (assignment_expression left: (_ . object: (identifier) @module property: (property_identifier) @name)
  right: (_ !name [parameters: (_) parameter: (_)] body: (_) @body))) @def.function
  (#eq? @module "module") (#eq? @name "exports"))
((expression_statement (assignment_expression left: (_ . object: (identifier) @module property: (property_identifier) @name)
  right: (_ !name body: (class_body) @body))) @def.class
  (#eq? @module "module") (#eq? @name "exports"))

; Imports
((assignment_expression
    right: (_ . function: (identifier) @require arguments: (_ . (string)))) @import.statement
  (#eq? @require "require"))
([(expression_statement (_ . function: (identifier) @require arguments: (_ . (string) @import.module)))
  (arguments (_ . function: (identifier) @require arguments: (_ . (string) @import.module)))
  (pair value: (_ . function: (identifier) @require arguments: (_ . (string) @import.module)))
  (return_statement (_ . function: (identifier) @require arguments: (_ . (string) @import.module)))
  (call_expression
    function: (_ . function: (identifier) @require arguments: (_ . (string) @import.module)))
  (call_expression function: (_ . object: (_ . function: (identifier) @require arguments: (_ . (string) @import.module))))]
  (#eq? @require "require"))
((assignment_expression left: (member_expression) @exports right: (object [
    (pair key: (property_identifier) @import.alias
      value: (_ . function: (identifier) @require arguments: (_ . (string) @import.module))) @import.reexport
    (spread_element "..." @import.wildcard
      (_ . function: (identifier) @require arguments: (_ . (string) @import.module))) @import.reexport]))
  (#eq? @exports "module.exports") (#eq? @require "require"))

; References: a module that is called where it is loaded
((call_expression function: (_ . function: (identifier) @require arguments: (_ . (string))) @ref.call)
  (#eq? @require "require"))

; Bindings
((assignment_expression left: (member_expression) @bind.name right: (_ name: (_) @bind.value body: (_)))
  (#eq? @bind.name "module.exports"))
((assignment_expression left: (member_expression property: (_) @bind.value) @bind.name right: (_ !name body: (_)))
  (#eq? @bind.name "module.exports"))
; What an object hands on under a name: `module.exports = { parse, read: load }`.
((assignment_expression left: (member_expression) @bind.of right: (object [
    (shorthand_property_identifier) @bind.name @bind.value
    (pair key: (property_identifier) @bind.name value: [(identifier) (member_expression)] @bind.value)]))
  (#eq? @bind.of "module.exports"))
(assignment_expression right: (function_expression body: (_ (return_statement [
  (call_expression) @bind.returned (identifier) @bind.returned (member_expression) @bind.returned (object) @bind.returned
  (_ constructor: (_) @bind.return)]))))
