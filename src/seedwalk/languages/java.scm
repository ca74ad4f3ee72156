; Definitions
(class_declaration name: (identifier) @name) @def.class
(record_declaration name: (identifier) @name) @def.class
(interface_declaration name: (identifier) @name) @def.interface
(annotation_type_declaration name: (identifier) @name) @def.interface
(enum_declaration name: (identifier) @name) @def.enum
(module_declaration name: (_) @name) @def.module
(enum_constant name: (identifier) @name) @def.constant
(constructor_declaration name: (identifier) @name parameters: (_) @params) @def.constructor
(compact_constructor_declaration name: (identifier) @name) @def.constructor
(method_declaration name: (identifier) @name parameters: (_) @params) @def.method
(annotation_type_element_declaration name: (identifier) @name) @def.method
(record_declaration parameters: (formal_parameters (formal_parameter name: (identifier) @name) @def.field))
; A closure bound to a name is a function, in a type a method.
(variable_declarator name: (identifier) @name value: (lambda_expression body: (_) @body)) @def.function
; One declarator: the whole declaration is the symbol. Several: each its own stretch, for they must not overlap.
(field_declaration [(modifiers "static" "final") (modifiers "final" "static")] type: (_) .
  declarator: (variable_declarator name: (identifier) @name) . ";") @def.constant
(field_declaration [(modifiers "static" "final") (modifiers "final" "static")]
  declarator: (variable_declarator name: (identifier) @name) @def.constant . ",")
(field_declaration [(modifiers "static" "final") (modifiers "final" "static")]
  declarator: (_) declarator: (variable_declarator name: (identifier) @name) @def.constant)
(constant_declaration type: (_) . declarator: (variable_declarator name: (identifier) @name) . ";") @def.constant
(constant_declaration declarator: (variable_declarator name: (identifier) @name) @def.constant . ",")
(constant_declaration declarator: (_) declarator: (variable_declarator name: (identifier) @name) @def.constant)
(field_declaration type: (_) . declarator: (variable_declarator name: (identifier) @name) . ";") @def.field
(field_declaration declarator: (variable_declarator name: (identifier) @name) @def.field . ",")
(field_declaration declarator: (_) declarator: (variable_declarator name: (identifier) @name) @def.field)
; These end before the patterns above do, and so say where the signature stops.
(field_declaration declarator: (variable_declarator name: (identifier) @name
  value: [(object_creation_expression (class_body) @body) (array_initializer) @body
    (array_creation_expression value: (_) @body)]) @def.field)

(package_declaration [(identifier) (scoped_identifier)] @namespace.name) @namespace

; Text
[(line_comment) (block_comment)] @comment
((class_declaration body: (class_body (method_declaration (modifiers (_ name: (identifier) @annotation))))) @flag.test
  (#any-of? @annotation "Test" "ParameterizedTest" "RepeatedTest" "TestFactory" "TestTemplate" "Property"))
((class_declaration (modifiers (_ name: (identifier) @annotation))) @flag.test
  (#any-of? @annotation "RunWith" "Nested" "ExtendWith" "SpringBootTest" "Test"))

; References. A call has no node for its callee alone: @end says where its text stops.
; @args choose between overloads.
(method_invocation !object name: (identifier) @ref.call arguments: (_) @args)
(method_invocation object: (_) name: (identifier) @end arguments: (_) @args) @ref.call
(explicit_constructor_invocation constructor: (_) @ref.call arguments: (_) @args)
(object_creation_expression type: [(type_identifier) (scoped_type_identifier)] @ref.new arguments: (_) @args)
(object_creation_expression type: (generic_type . (_) @ref.new) arguments: (_) @args)
(object_creation_expression type: (generic_type (type_arguments (_) @ref.type)))
(throw_statement (object_creation_expression type: [(type_identifier) (scoped_type_identifier)] @ref.raise))
(superclass (_) @ref.extends)
(extends_interfaces (type_list (_) @ref.extends))
(super_interfaces (type_list (_) @ref.implements))
(permits (type_list (_) @ref.type))
(marker_annotation name: (_) @ref.decorator)
(annotation name: (_) @ref.decorator)
[
  (field_declaration type: [(type_identifier) (generic_type) (scoped_type_identifier) (array_type)] @ref.type)
  (constant_declaration type: [(type_identifier) (generic_type) (scoped_type_identifier) (array_type)] @ref.type)
  (method_declaration type: [(type_identifier) (generic_type) (scoped_type_identifier) (array_type)] @ref.type)
  (formal_parameter type: [(type_identifier) (generic_type) (scoped_type_identifier) (array_type)] @ref.type)
  (spread_parameter [(type_identifier) (generic_type) (scoped_type_identifier) (array_type)] @ref.type)
  (cast_expression type: [(type_identifier) (generic_type) (scoped_type_identifier)] @ref.type)
  (array_creation_expression type: [(type_identifier) (generic_type) (scoped_type_identifier)] @ref.type)
  (instanceof_expression right: [(type_identifier) (generic_type) (scoped_type_identifier)] @ref.type)
  (type_pattern . [(type_identifier) (generic_type) (scoped_type_identifier)] @ref.type)
  (record_pattern . [(identifier) (generic_type)] @ref.type)
  (class_literal [(type_identifier) (scoped_type_identifier)] @ref.type)
  (type_bound (_) @ref.type)
  (throws (_) @ref.type)
  (catch_type (_) @ref.type)
]
((local_variable_declaration type: [(type_identifier) (generic_type) (scoped_type_identifier) (array_type)] @ref.type)
  (#not-eq? @ref.type "var"))
((enhanced_for_statement type: [(type_identifier) (generic_type) (scoped_type_identifier)] @ref.type)
  (#not-eq? @ref.type "var"))
((resource type: [(type_identifier) (generic_type) (scoped_type_identifier)] @ref.type)
  (#not-eq? @ref.type "var"))
(method_invocation type_arguments: (type_arguments (_) @ref.type))
(argument_list [(identifier) (field_access) (method_reference)] @ref.argument)
(variable_declarator value: [(identifier) (field_access) (method_reference)] @ref.value)
(assignment_expression right: [(identifier) (field_access) (method_reference)] @ref.value)
(return_statement [(identifier) (field_access) (method_reference)] @ref.value)
(array_initializer [(identifier) (field_access) (method_reference)] @ref.value)
(annotation_argument_list [(identifier) (field_access)] @ref.value)
(element_value_pair value: [(identifier) (field_access)] @ref.value)
(element_value_array_initializer [(identifier) (field_access)] @ref.value)
(switch_label (identifier) @ref.value)
(field_access) @ref.attribute

; Imports
(import_declaration (scoped_identifier scope: (_) @import.module name: (identifier) @import.name) . ";")
(import_declaration (_) @import.module "." (asterisk) @import.wildcard)

; Bindings
(lambda_expression parameters: [(identifier) @bind.name (inferred_parameters (identifier) @bind.name)]) @bind.within
; A parameter that says no type is what its function is passed to gives it: `shops.forEach(shop -> ...)`.
(argument_list (lambda_expression parameters: [(identifier) @bind.name (inferred_parameters (identifier) @bind.name)])
  @bind.within) @bind.passed
; In the body of a class without a name, `new` is what it extends.
(object_creation_expression "new" @bind.name type: (_) @bind.type (class_body) @bind.within)
(type_parameter (type_identifier) @bind.name (type_bound . (_) @bind.type))
[
  (field_declaration type: (_) @bind.type
    declarator: (variable_declarator name: (identifier) @bind.name))
  (constant_declaration type: (_) @bind.type
    declarator: (variable_declarator name: (identifier) @bind.name))
  (formal_parameter type: (_) @bind.type
    name: (identifier) @bind.name)
  (spread_parameter [(type_identifier) (generic_type) (scoped_type_identifier) (array_type) (integral_type)
    (floating_point_type) (boolean_type)] @bind.type "..." @bind.many (variable_declarator name: (identifier) @bind.name))
  (instanceof_expression right: [(type_identifier) (generic_type) (scoped_type_identifier)] @bind.type
    name: (identifier) @bind.name)
  (type_pattern [(type_identifier) (generic_type) (scoped_type_identifier)] @bind.type (identifier) @bind.name)
  (record_pattern_component [(type_identifier) (generic_type) (scoped_type_identifier)] @bind.type
    (identifier) @bind.name)
  (catch_formal_parameter (catch_type . (_) @bind.type) name: (identifier) @bind.name)
]
((local_variable_declaration type: (_) @bind.type
  declarator: (variable_declarator name: (identifier) @bind.name))
  (#not-eq? @bind.type "var"))
((enhanced_for_statement type: (_) @bind.type
  name: (identifier) @bind.name)
  (#not-eq? @bind.type "var"))
((resource type: [(type_identifier) (generic_type) (scoped_type_identifier)] @bind.type name: (identifier) @bind.name)
  (#not-eq? @bind.type "var"))
((local_variable_declaration type: (type_identifier) @var
  declarator: (variable_declarator name: (identifier) @bind.name
    value: [(method_invocation) (identifier) (field_access)] @bind.value))
  (#eq? @var "var"))
((local_variable_declaration type: (type_identifier) @var
  declarator: (variable_declarator name: (identifier) @bind.name
    value: [(object_creation_expression type: (_) @bind.type) (cast_expression type: (_) @bind.type)]))
  (#eq? @var "var"))
((enhanced_for_statement type: (type_identifier) @var name: (identifier) @bind.name
  value: [(method_invocation) (identifier) (field_access)] @bind.each)
  (#eq? @var "var"))
((resource type: (type_identifier) @var name: (identifier) @bind.name
  value: [(method_invocation) (identifier) (field_access)] @bind.value)
  (#eq? @var "var"))
((resource type: (type_identifier) @var name: (identifier) @bind.name
  value: (object_creation_expression type: (_) @bind.type))
  (#eq? @var "var"))
(method_declaration type: [(type_identifier) (generic_type) (scoped_type_identifier) (array_type) (integral_type)
  (floating_point_type) (boolean_type)] @bind.return)
