; Definitions. A declaration of one name spans its keyword; in a group it spans its own line; one of several names in a
; line (`a, b int`) spans only itself, or the first would enclose the others.
(function_declaration name: (identifier) @name) @def.function
(method_declaration receiver: (parameter_list (parameter_declaration type: (_) @owner))
  name: (field_identifier) @name) @def.method

(type_declaration . (type_spec name: (_) @name type: (struct_type (field_declaration_list) @body)) .) @def.struct
(type_declaration "(" (type_spec name: (_) @name type: (struct_type (field_declaration_list) @body)) @def.struct)
(type_declaration . (type_spec name: (_) @name type: (interface_type "{" @body)) .) @def.interface
(type_declaration "(" (type_spec name: (_) @name type: (interface_type "{" @body)) @def.interface)
(type_declaration . (type_alias name: (_) @name) .) @def.type_alias
(type_declaration "(" (type_alias name: (_) @name) @def.type_alias)
(type_declaration . (type_spec name: (_) @name type: [
  (type_identifier) (qualified_type) (generic_type) (pointer_type) (slice_type) (array_type) (map_type) (channel_type)
  (function_type) (parenthesized_type)]) .) @def.type_alias
(type_declaration "(" (type_spec name: (_) @name type: [
  (type_identifier) (qualified_type) (generic_type) (pointer_type) (slice_type) (array_type) (map_type) (channel_type)
  (function_type) (parenthesized_type)]) @def.type_alias)
(type_spec type: (interface_type (method_elem name: (_) @name) @def.method))

; Fields of named types, and of the unnamed structs such a field may hold; those of tables inside functions are left out.
(type_spec type: (struct_type (field_declaration_list [
  (field_declaration . name: (_) @name . type: (_)) @def.field
  (field_declaration . name: (_) @name @def.field . ",")
  (field_declaration "," @_comma . name: (_) @name @def.field)
  (field_declaration !name type: [
    (type_identifier) @name
    (qualified_type name: (_) @name)
    (generic_type type: [(type_identifier) @name (qualified_type name: (_) @name)])]) @def.field
])))
(type_spec type: (struct_type (field_declaration_list (field_declaration
  type: (struct_type (field_declaration_list [
    (field_declaration . name: (_) @name . type: (_)) @def.field
    (field_declaration . name: (_) @name @def.field . ",")
    (field_declaration "," @_comma . name: (_) @name @def.field)
  ]))))))

(var_declaration . (var_spec . name: (identifier) @name
  value: (expression_list . (func_literal body: (_) @body) .)) .) @def.function
(var_spec_list (var_spec . name: (identifier) @name
  value: (expression_list . (func_literal body: (_) @body) .)) @def.function)
(short_var_declaration left: (expression_list . (identifier) @name .)
  right: (expression_list . (func_literal body: (_) @body) .)) @def.function
(assignment_statement left: (expression_list . (identifier) @name .)
  right: (expression_list . (func_literal body: (_) @body) .)) @def.function

(source_file (const_declaration . [
  (const_spec . name: (_) @name . value: (_))
  (const_spec . name: (_) @name . type: (_))
] .) @def.constant)
(source_file (const_declaration "(" [
  (const_spec . name: (_) @name .) @def.constant
  (const_spec . name: (_) @name . value: (_)) @def.constant
  (const_spec . name: (_) @name . type: (_)) @def.constant
  (const_spec . name: (_) @name @def.constant . ",")
  (const_spec "," @_comma . name: (_) @name @def.constant)
]))
(source_file (const_declaration . [
  (const_spec . name: (_) @name @def.constant . ",")
  (const_spec "," @_comma . name: (_) @name @def.constant)
] .))
(source_file (var_declaration . [
  (var_spec . name: (_) @name . type: (_) .)
  (var_spec . name: (_) @name . value: (_))
  (var_spec . name: (_) @name . type: (_) . value: (_))
] .) @def.constant)
(source_file (var_declaration (var_spec_list [
  (var_spec . name: (_) @name . type: (_) .) @def.constant
  (var_spec . name: (_) @name . value: (_)) @def.constant
  (var_spec . name: (_) @name . type: (_) . value: (_)) @def.constant
])))
(source_file (var_declaration [
  (var_spec . name: (_) @name @def.constant . ",")
  (var_spec "," @_comma . name: (_) @name @def.constant)
  (var_spec_list (var_spec . name: (_) @name @def.constant . ","))
  (var_spec_list (var_spec "," @_comma . name: (_) @name @def.constant))
]))

; Text. Comments inside functions document no symbol and are a third of all.
[
  (source_file (comment) @comment)
  (type_declaration (comment) @comment)
  (const_declaration (comment) @comment)
  (var_spec_list (comment) @comment)
  (field_declaration_list (comment) @comment)
  (interface_type (comment) @comment)
]
(package_clause (package_identifier) @namespace.name) @namespace

; References. Functions and types the language itself knows lead nowhere and are left out.
((call_expression function: (identifier) @ref.call) (#not-match? @ref.call
  "^(?:len|append|make|new|cap|copy|delete|close|panic|recover|min|max|string|byte|rune|u?int(?:8|16|32|64)?|float64)$"))
(call_expression function: (selector_expression) @ref.call)
(call_expression function: (index_expression operand: [(identifier) (selector_expression)] @ref.call))
(call_expression function: (type_instantiation_expression type: (_) @ref.call))
(call_expression function: (parenthesized_expression [(identifier) (selector_expression)] @ref.call))
; The grammar reads `Map[int](x)` as a conversion.
(type_conversion_expression type: (generic_type type: (_) @ref.call))
(composite_literal type: [(type_identifier) (qualified_type)] @ref.new)
(composite_literal type: (generic_type type: (_) @ref.new))
(type_spec type: (struct_type (field_declaration_list (field_declaration !name type: (_) @ref.extends))))
(type_spec type: (interface_type (type_elem . [(type_identifier) (qualified_type) (generic_type)] @ref.extends .)))
([
  (parameter_declaration type: (_) @ref.type)
  (variadic_parameter_declaration type: (_) @ref.type)
  (field_declaration name: (_) type: [(type_identifier) (qualified_type) (generic_type) (pointer_type) (slice_type)
    (array_type) (map_type) (channel_type) (function_type)] @ref.type)
  (function_declaration result: (_simple_type) @ref.type)
  (method_declaration result: (_simple_type) @ref.type)
  (method_elem result: (_simple_type) @ref.type)
  (func_literal result: (_simple_type) @ref.type)
  (var_spec type: (_) @ref.type)
  (const_spec type: (_) @ref.type)
  (type_spec type: [(type_identifier) (qualified_type) (generic_type) (pointer_type) (slice_type) (array_type) (map_type)
    (channel_type) (function_type)] @ref.type)
  (type_alias type: (_) @ref.type)
  (type_constraint (_) @ref.type)
  (type_assertion_expression type: (_) @ref.type)
  (type_conversion_expression type: (_) @ref.type)
  (type_case type: (_) @ref.type)
  (composite_literal type: [(slice_type) (array_type) (map_type)] @ref.type)
  (argument_list . [(type_identifier) (qualified_type) (generic_type) (slice_type) (map_type) (channel_type)] @ref.type)
  (call_expression function: (parenthesized_expression
    (unary_expression operand: [(identifier) (selector_expression)] @ref.type)))
] (#not-match? @ref.type "^(?:\\W|\\b(?:any|bool|byte|chan|comparable|error|float(?:32|64)|func|interface|map|rune|string|struct|u?int(?:8|16|32|64|ptr)?)\\b)*$"))
([
  (argument_list [(identifier) (selector_expression)] @ref.argument)
  (argument_list (unary_expression operand: [(identifier) (selector_expression)] @ref.argument))
] (#not-match? @ref.argument "^(?:err|ctx|ok|.)$"))
([
  (keyed_element value: (literal_element [(identifier) (selector_expression)] @ref.value))
  (literal_value (literal_element [(identifier) (selector_expression)] @ref.value))
  (return_statement (expression_list [(identifier) (selector_expression)] @ref.value))
  (assignment_statement right: (expression_list [(identifier) (selector_expression)] @ref.value))
  (short_var_declaration right: (expression_list [(identifier) (selector_expression)] @ref.value))
  (var_spec value: (expression_list [(identifier) (selector_expression)] @ref.value))
  (expression_case value: (expression_list [(identifier) (selector_expression)] @ref.value))
] (#not-match? @ref.value "^(?:err|ctx|ok|true|false|nil|.)$"))
; Where a selector stands that is no callee, argument or value: naming the places spares a match for every callee.
[
  (binary_expression (selector_expression) @ref.attribute)
  (unary_expression operand: (selector_expression) @ref.attribute)
  (parenthesized_expression (selector_expression) @ref.attribute)
  (index_expression (selector_expression) @ref.attribute)
  (slice_expression operand: (selector_expression) @ref.attribute)
  (assignment_statement left: (expression_list (selector_expression) @ref.attribute))
  (range_clause right: (selector_expression) @ref.attribute)
  (if_statement condition: (selector_expression) @ref.attribute)
  (for_statement (selector_expression) @ref.attribute)
  (expression_switch_statement value: (selector_expression) @ref.attribute)
  (type_switch_statement value: (selector_expression) @ref.attribute)
  (type_assertion_expression operand: (selector_expression) @ref.attribute)
  (inc_statement (selector_expression) @ref.attribute)
  (send_statement (selector_expression) @ref.attribute)
]

; Blocks
[(if_statement) (for_statement) (expression_case) (type_case) (communication_case) (default_case)] @block
(function_type) @block
(func_literal body: (_) @block.body) @block

; Imports
(import_spec) @import.statement

; Bindings. Receivers are parameters too.
(parameter_declaration name: (identifier) @bind.name type: (_) @bind.type)
(variadic_parameter_declaration name: (identifier) @bind.name type: (_) @bind.type)
(type_parameter_declaration name: (identifier) @bind.name type: (type_constraint . (_) @bind.type .))
(type_spec type: (struct_type (field_declaration_list (field_declaration name: (_) @bind.name type: (_) @bind.type))))
(type_spec type: (struct_type (field_declaration_list (field_declaration !name type: [
  (type_identifier) @bind.name @bind.type
  (qualified_type name: (_) @bind.name) @bind.type
  (generic_type type: (type_identifier) @bind.name) @bind.type]))))
; A type that is another's name is that other; one made of a list or a function has what that gives, and methods of its own.
(type_alias name: (_) @bind.name type: (_) @bind.type)
(type_spec type: [(slice_type) (array_type) (map_type) (channel_type) (function_type)] @bind.gives)
; The fields of a struct without a name, as tables of tests have them.
(slice_type element: (struct_type (field_declaration_list
  (field_declaration name: (_) @bind.name type: (_) @bind.type))) @bind.of)
(map_type value: (struct_type (field_declaration_list
  (field_declaration name: (_) @bind.name type: (_) @bind.type))) @bind.of)
(composite_literal type: (struct_type (field_declaration_list
  (field_declaration name: (_) @bind.name type: (_) @bind.type))) @bind.of)
(const_spec name: (identifier) @bind.name type: (_) @bind.type)
(const_declaration "(" (const_spec type: (_) @bind.type) (const_spec . name: (identifier) @bind.name .))
(var_spec name: (identifier) @bind.name type: (_) @bind.type !value)
(var_spec . name: (identifier) @bind.name type: (_) @bind.type value: (expression_list . [
  (composite_literal type: (_) @bind.value)
  (unary_expression operand: (composite_literal type: (_) @bind.value))
  (call_expression function: (parenthesized_expression (unary_expression operand: (_) @bind.value)))
  (call_expression function: [(identifier) (selector_expression)]) @bind.value
  (identifier) @bind.value]))
(var_spec . name: (identifier) @bind.name . value: (expression_list . [
  (composite_literal type: (_) @bind.type)
  (unary_expression operand: (composite_literal type: (_) @bind.type))
  (call_expression function: (func_literal result: (_simple_type) @bind.type))
  (call_expression arguments: (argument_list . [
    (type_identifier) (qualified_type) (generic_type) (slice_type) (map_type) (channel_type)] @bind.type))]))
(var_spec . name: (identifier) @bind.name . value: (expression_list . [
  (call_expression function: [(identifier) (selector_expression) (index_expression)])
  (type_conversion_expression type: (generic_type))
  (identifier) (selector_expression)] @bind.value))
(short_var_declaration left: (expression_list . (identifier) @bind.name) right: (expression_list . [
  (composite_literal type: (_) @bind.type)
  (unary_expression operand: (composite_literal type: (_) @bind.type))
  (type_assertion_expression type: (_) @bind.type)
  (call_expression arguments: (argument_list . [
    (type_identifier) (qualified_type) (generic_type) (slice_type) (map_type) (channel_type)] @bind.type))]) @bind.told)
(short_var_declaration left: (expression_list . (identifier) @bind.name) right: (expression_list . [
  (call_expression function: [(identifier) (selector_expression) (index_expression)])
  (type_conversion_expression type: (generic_type))
  (identifier) (selector_expression) (index_expression)] @bind.value))
; A generic function may give back what it takes.
(short_var_declaration left: (expression_list . (identifier) @bind.name) right: (expression_list .
  (call_expression function: [(identifier) (selector_expression)] arguments: (argument_list
    . [(identifier) (selector_expression) (call_expression) (interpreted_string_literal) (int_literal)]* . [
      (composite_literal type: (_) @bind.taken)
      (unary_expression operator: "&" operand: (composite_literal type: (_) @bind.taken))])) @bind.value .))
(short_var_declaration left: (expression_list . (identifier) @bind.name) right: (expression_list .
  (unary_expression operator: ["&" "*"] operand: [(identifier) (selector_expression) (index_expression)] @bind.value)))
(short_var_declaration left: (expression_list . (identifier) @bind.name) right: (expression_list .
  (unary_expression operator: "<-" operand: (_) @bind.each)))
(receive_statement left: (expression_list . (identifier) @bind.name) right: (unary_expression operand: (_) @bind.each))
; Of several results each name has its own.
([
  (short_var_declaration left: (expression_list . (_) . (identifier) @bind.name) right: (expression_list .
    (call_expression function: [(identifier) (selector_expression)]) @bind.second .))
  (short_var_declaration left: (expression_list . (_) . (_) . (identifier) @bind.name) right: (expression_list .
    (call_expression function: [(identifier) (selector_expression)]) @bind.third .))
  (short_var_declaration left: (expression_list . (_) . (identifier) @bind.name) right: (expression_list . (_) . [
    (composite_literal type: (_) @bind.type)
    (unary_expression operand: (composite_literal type: (_) @bind.type))
    (call_expression function: [(identifier) (selector_expression)]) @bind.value]))
] (#not-any-of? @bind.name "err" "ok" "_"))
(assignment_statement left: (expression_list . (selector_expression) @bind.name)
  right: (expression_list . [
  (composite_literal type: (_) @bind.type)
  (unary_expression operand: (composite_literal type: (_) @bind.type))
  (type_assertion_expression type: (_) @bind.type)]))
(assignment_statement left: (expression_list . (selector_expression) @bind.name)
  right: (expression_list . (call_expression function: [(identifier) (selector_expression)]) @bind.value))
(type_switch_statement alias: (expression_list (identifier) @bind.name)
  (type_case . "case" . type: (_) @bind.type . ":") @bind.within)
(range_clause left: (expression_list (_) . (identifier) @bind.name .)
  right: [(identifier) (selector_expression) (call_expression) (index_expression)] @bind.each)
; One name gets what a channel holds; of a list its place, which has no members.
(range_clause left: (expression_list . (identifier) @bind.name .)
  right: [(identifier) (selector_expression) (call_expression) (index_expression)] @bind.each)
(range_clause left: (expression_list (_) . (identifier) @bind.name .)
  right: (composite_literal type: [(slice_type element: (_) @bind.type) (map_type value: (_) @bind.type)]) @bind.told)
(function_declaration result: [(_simple_type) @bind.return
  (parameter_list . (parameter_declaration type: (_) @bind.return))])
(method_declaration result: [(_simple_type) @bind.return
  (parameter_list . (parameter_declaration type: (_) @bind.return))])
(method_elem result: [(_simple_type) @bind.return
  (parameter_list . (parameter_declaration type: (_) @bind.return))])
(short_var_declaration right: (expression_list . (func_literal result: [(_simple_type) @bind.return
  (parameter_list . (parameter_declaration type: (_) @bind.return))]) .))
(var_spec value: (expression_list . (func_literal result: [(_simple_type) @bind.return
  (parameter_list . (parameter_declaration type: (_) @bind.return))]) .))
([
  (function_declaration result: (parameter_list . (parameter_declaration) . (parameter_declaration type: (_) @bind.return2)))
  (method_declaration result: (parameter_list . (parameter_declaration) . (parameter_declaration type: (_) @bind.return2)))
  (method_elem result: (parameter_list . (parameter_declaration) . (parameter_declaration type: (_) @bind.return2)))
] (#not-any-of? @bind.return2 "error" "bool"))
([
  (function_declaration result: (parameter_list . (parameter_declaration) . (parameter_declaration) .
    (parameter_declaration type: (_) @bind.return3)))
  (method_declaration result: (parameter_list . (parameter_declaration) . (parameter_declaration) .
    (parameter_declaration type: (_) @bind.return3)))
] (#not-any-of? @bind.return3 "error" "bool"))
