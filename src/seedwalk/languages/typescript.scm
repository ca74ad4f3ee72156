; What TypeScript adds to `javascript.scm`.

; Definitions
(abstract_class_declaration name: (_) @name) @def.class
(interface_declaration name: (_) @name) @def.interface
(enum_declaration name: (_) @name) @def.enum
(type_alias_declaration name: (_) @name value: (object_type) @body) @def.type_alias
(type_alias_declaration name: (_) @name value: [
  (type_identifier) (predefined_type) (generic_type) (nested_type_identifier) (union_type) (intersection_type) (array_type)
  (tuple_type) (function_type) (constructor_type) (conditional_type) (lookup_type) (type_query) (index_type_query)
  (readonly_type) (literal_type) (template_literal_type) (parenthesized_type) (this_type) (infer_type)
  (existential_type)]) @def.type_alias
(export_statement declaration: (type_alias_declaration name: (_) @name value: (object_type) @body)) @def.type_alias
(export_statement declaration: (type_alias_declaration name: (_) @name value: [
  (type_identifier) (predefined_type) (generic_type) (nested_type_identifier) (union_type) (intersection_type) (array_type)
  (tuple_type) (function_type) (constructor_type) (conditional_type) (lookup_type) (type_query) (index_type_query)
  (readonly_type) (literal_type) (template_literal_type) (parenthesized_type) (this_type) (infer_type)
  (existential_type)])) @def.type_alias
; A namespace may bear the name of its file; @params keeps it from being the same symbol as the file's module.
(internal_module name: [(identifier) (string)] @name @params) @def.module
(internal_module name: (nested_identifier object: (_) @owner property: (_) @name)) @def.module
(module name: [(identifier) (string)] @name @params) @def.module
(module name: (nested_identifier object: (_) @owner property: (_) @name)) @def.module
(function_signature name: (identifier) @name) @def.function
(export_statement declaration: (function_signature name: (identifier) @name)) @def.function
(method_signature name: (_) @name) @def.method
(abstract_method_signature name: (_) @name) @def.method
(interface_body (property_signature name: (_) @name) @def.field)
(type_alias_declaration value: [
  (object_type (property_signature name: (_) @name) @def.field)
  (intersection_type (object_type (property_signature name: (_) @name) @def.field))
  (intersection_type (intersection_type (object_type (property_signature name: (_) @name) @def.field)))])
(enum_body name: (_) @name @def.constant)
(enum_assignment name: (_) @name) @def.constant
; What a field holds decides its kind; its span is that of the whole field.
(public_field_definition [
  ([name: (_) @name] "=" . value: (_ [parameters: (_) parameter: (_)] body: (_) @body) @def.method)
  ([name: (_) @name] "=" . value: (_ body: (class_body) @body) @def.class)
  ([name: (_) @bind.name] type: (type_annotation (_) @bind.type))
  (["="] . value: (_ return_type: (type_annotation (_) @bind.return) "=>"))])
(public_field_definition name: (_) @name) @def.field
(required_parameter (accessibility_modifier) pattern: (identifier) @name) @def.field @in_type
(required_parameter "readonly" pattern: (identifier) @name) @def.field @in_type
(optional_parameter (accessibility_modifier) pattern: (identifier) @name) @def.field @in_type
(variable_declarator value: [
  (as_expression . (_ . "{" (pair key: [(property_identifier) (string)] @name
    value: (_ [parameters: (_) parameter: (_)] body: (_) @body)) @def.method))
  (satisfies_expression . (_ . "{" (pair key: [(property_identifier) (string)] @name
    value: (_ [parameters: (_) parameter: (_)] body: (_) @body)) @def.method))])
(ambient_declaration [
  (lexical_declaration (variable_declarator name: (identifier) @name) @def.constant)
  (variable_declaration (variable_declarator name: (identifier) @name) @def.constant)])
(ambient_declaration (statement_block [
  (lexical_declaration (variable_declarator name: (identifier) @name) @def.constant)
  (variable_declaration (variable_declarator name: (identifier) @name) @def.constant)]))
; `export` and `declare` belong to the span, `export default` does not; the kind is the one given above.
((export_statement declaration: [
  (abstract_class_declaration name: (_) @name body: (_) @body)
  (interface_declaration name: (_) @name body: (_) @body)
  (enum_declaration name: (_) @name body: (_) @body)
  (internal_module name: [(identifier) (string)] @name @params body: (_) @body)
  (internal_module name: (nested_identifier object: (_) @owner property: (_) @name) body: (_) @body)]) @def.constant
  (#not-match? @def.constant "^export\\s+default"))
(ambient_declaration [
  (class_declaration name: (_) @name body: (_) @body)
  (abstract_class_declaration name: (_) @name body: (_) @body)
  (interface_declaration name: (_) @name body: (_) @body)
  (enum_declaration name: (_) @name body: (_) @body)
  (module name: [(identifier) (string)] @name @params body: (_) @body)
  (internal_module name: (identifier) @name @params body: (_) @body)]) @def.constant
(ambient_declaration (type_alias_declaration name: (_) @name value: (_) @body)) @def.type_alias
(ambient_declaration (function_signature name: (_) @name)) @def.function

; References
(type_annotation [
  (type_identifier) (generic_type) (nested_type_identifier) (array_type) (union_type) (intersection_type) (tuple_type)
  (function_type) (type_query) (lookup_type) (index_type_query) (readonly_type) (conditional_type) (parenthesized_type)
  (constructor_type)] @ref.type)
(type_predicate type: [(type_identifier) (generic_type) (nested_type_identifier)] @ref.type)
(call_expression type_arguments: (_ [
  (type_identifier) (generic_type) (nested_type_identifier) (array_type) (union_type) (type_query) (lookup_type)] @ref.type))
(new_expression type_arguments: (_ [
  (type_identifier) (generic_type) (nested_type_identifier) (array_type) (union_type) (type_query) (lookup_type)] @ref.type))
(as_expression [(type_identifier) (generic_type) (nested_type_identifier) (array_type) (union_type) (lookup_type)] @ref.type)
(satisfies_expression [(type_identifier) (generic_type) (nested_type_identifier) (array_type)] @ref.type)
(type_alias_declaration value: [
  (type_identifier) (generic_type) (nested_type_identifier) (array_type) (tuple_type) (function_type) (type_query)
  (lookup_type) (index_type_query) (readonly_type) (conditional_type) (constructor_type)] @ref.type)
; Members of an alias one by one: whole, a long union would be cut short.
(union_type [(type_identifier) (generic_type) (nested_type_identifier) (array_type) (lookup_type) (type_query)] @ref.type)
(intersection_type [(type_identifier) (generic_type) (nested_type_identifier) (lookup_type) (type_query)] @ref.type)
(constraint [(type_identifier) (generic_type) (nested_type_identifier) (lookup_type)] @ref.type)
(extends_clause value: [(identifier) (member_expression)] @ref.extends)
(extends_clause value: (_ function: (_) @ref.extends))
(extends_clause type_arguments: (type_arguments (_) @ref.type))
(extends_type_clause type: (_) @ref.extends)
(implements_clause (_) @ref.implements)

(export_statement "export" . "=" . (identifier) @ref.value)
(_ function: (non_null_expression [(identifier) (member_expression)] @ref.call))
; The grammar reads `await f<T>(x)` as a call of `await f`.
(_ function: (await_expression [(identifier) (member_expression)] @ref.call))
([(non_null_expression (member_expression) @ref.attribute) (as_expression (member_expression) @ref.attribute)])

; Bindings
(_ parameters: (formal_parameters (required_parameter pattern: (identifier) @bind.name !type)) body: (_) @bind.within)
; A parameter that says no type is what its function is passed to gives it.
(arguments (arrow_function parameters: (formal_parameters (required_parameter pattern: (identifier) @bind.name !type)))
  @bind.within) @bind.passed
(arguments (arrow_function parameter: (identifier) @bind.name) @bind.within) @bind.passed
(type_parameter name: (_) @bind.name constraint: (_ [(type_identifier) (generic_type) (nested_type_identifier)] @bind.type))
(import_alias . (identifier) @bind.name (_) @bind.value .)
; What an alias is another name of: its own name, bound in itself.
(type_alias_declaration name: (_) @bind.name value: [(type_identifier) (generic_type) (nested_type_identifier) (union_type)
  (intersection_type) (function_type) (array_type) (readonly_type)] @bind.type)
(required_parameter pattern: (identifier) @bind.name type: (type_annotation (_) @bind.type))
(optional_parameter pattern: (identifier) @bind.name type: (type_annotation (_) @bind.type))
(variable_declarator name: (identifier) @bind.name type: (type_annotation (_) @bind.type))
(variable_declarator name: (identifier) @bind.name
  value: (as_expression (_) . [(type_identifier) (generic_type) (nested_type_identifier) (array_type)] @bind.type))
(public_field_definition !type name: (_) @bind.name "=" . value: [
  (call_expression) @bind.value (identifier) @bind.value (member_expression) @bind.value (_ constructor: (_) @bind.type)])
(property_signature name: (_) @bind.name type: (type_annotation [
  (type_identifier) (generic_type) (nested_type_identifier) (array_type) (union_type)] @bind.type))
([(function_declaration return_type: (type_annotation (_) @bind.return))
  (function_signature return_type: (type_annotation (_) @bind.return))
  (method_definition return_type: (type_annotation (_) @bind.return))
  (method_signature return_type: (type_annotation (_) @bind.return))
  (abstract_method_signature return_type: (type_annotation (_) @bind.return))
  (variable_declarator value: (_ return_type: (type_annotation (_) @bind.return) "=>"))])
