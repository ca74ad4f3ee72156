; Compiling analyses every node that a pattern names by its type and looks into (5 to 15 ms for expressions and generic names),
; so inner nodes that a field or a word already tells are `(_)`: only a member access has `expression:` and `name:`, only type
; arguments start with `<`, only a conditional access has `condition:`.

; Definitions
(class_declaration name: (identifier) @name) @def.class
(struct_declaration name: (identifier) @name) @def.struct
(record_declaration "struct" name: (identifier) @name) @def.struct
(record_declaration name: (identifier) @name) @def.class
(interface_declaration name: (identifier) @name) @def.interface
(enum_declaration name: (identifier) @name) @def.enum
(enum_member_declaration name: (identifier) @name) @def.constant
(delegate_declaration name: (identifier) @name parameters: (_) @params) @def.type_alias
; What is static runs by itself, once: nobody calls it.
(constructor_declaration (modifier "static") name: (identifier) @name parameters: (_) @params body: (_)? @body) @def.method
(constructor_declaration name: (identifier) @name parameters: (_) @params
  (constructor_initializer)? body: (_)? @body) @def.constructor
(destructor_declaration name: (identifier) @name) @def.method
(method_declaration returns: (_) . name: (identifier) @name parameters: (_) @params) @def.method
(local_function_statement name: (identifier) @name) @def.function
(operator_declaration "operator" operator: _ @name parameters: (_) @params body: (_)? @body) @def.method
(conversion_operator_declaration "operator" @name parameters: (_) @params body: (_)? @body) @def.method
; An explicit implementation is named by its interface too, as the runtime names it: two of them never meet.
(method_declaration returns: (_) . (explicit_interface_specifier (_) @owner) . name: (identifier) @name
  parameters: (_) @params) @def.method
(property_declaration type: (_) . (explicit_interface_specifier (_) @owner) . name: (identifier) @name
  [accessors: (_) value: (arrow_expression_clause)] @body) @def.method
(indexer_declaration type: (_) . (explicit_interface_specifier (_) @owner) "this" @name parameters: (_) @params
  [accessors: (_) value: (_)] @body) @def.method
(event_declaration type: (_) . (explicit_interface_specifier (_) @owner) . name: (identifier) @name accessors: (_)? @body) @def.field
; A property that runs code is a method: what its accessors mention is then its own. One that only stores is a field.
(property_declaration type: (_) . name: (identifier) @name [
  value: (arrow_expression_clause) @body accessors: (_ (accessor_declaration body: (_))) @body]) @def.method
(property_declaration type: (_) . name: (identifier) @name accessors: (accessor_list) @body) @def.field
(indexer_declaration type: (_) . "this" @name parameters: (_) @params [accessors: (_) value: (_)] @body) @def.method
(event_declaration type: (_) . name: (identifier) @name accessors: (_)? @body) @def.field
(record_declaration (parameter_list (parameter name: (identifier) @name) @def.field))
; A closure bound to a name is a function, in a type a method.
(variable_declarator name: (identifier) @name (_ parameters: (_) body: (_) @body)) @def.function
(variable_declarator name: (identifier) @name (anonymous_method_expression (block) @body)) @def.function
; One declarator: the whole declaration is the symbol. Several: each its own stretch, for they must not overlap.
; The semicolon makes these patterns end after those with a @body, which then say where the signature stops.
(field_declaration [(modifier "const") ((modifier "static") (modifier "readonly"))]
  (_ type: (_) . (variable_declarator name: (identifier) @name) .) ";") @def.constant
(field_declaration [(modifier "const") ((modifier "static") (modifier "readonly"))]
  (_ [
    ((variable_declarator name: (identifier) @name) @def.constant . ",")
    ((variable_declarator) (variable_declarator name: (identifier) @name) @def.constant)]))
([(field_declaration (_ type: (_) . (variable_declarator name: (identifier) @name) .) ";")
  (event_field_declaration (_ type: (_) . (variable_declarator name: (identifier) @name) .) ";")]
  @def.field)
[(field_declaration (_ (variable_declarator name: (identifier) @name) @def.field . ","))
  (event_field_declaration (_ (variable_declarator name: (identifier) @name) @def.field . ","))]
[(field_declaration (_ (variable_declarator) (variable_declarator name:
  (identifier) @name) @def.field))
  (event_field_declaration
    (_ (variable_declarator) (variable_declarator name: (identifier) @name) @def.field))]
(field_declaration (_ (variable_declarator name: (identifier) @name
  [(object_creation_expression initializer: (_) @body) (implicit_object_creation_expression
    (initializer_expression) @body)
   (array_creation_expression (initializer_expression) @body) (initializer_expression) @body
   (implicit_array_creation_expression (initializer_expression) @body)]) @def.field))

(namespace_declaration name: (_) @namespace.name) @namespace
(file_scoped_namespace_declaration name: (_) @namespace.name) @namespace
(using_directive "global") @namespace @namespace.name

; Text
(comment) @comment
((class_declaration body: (_ (method_declaration . (attribute_list)* . (attribute_list (_ name: (_) @attribute)))))
  @flag.test
  (#match? @attribute "^([A-Za-z]+\\.)*([A-Za-z]*(Fact|Theory)|Test(Case|CaseSource|Method)?|DataTestMethod)$"))
((class_declaration . (attribute_list)* . (attribute_list (_ name: (_) @attribute))) @flag.test
  (#match? @attribute "^([A-Za-z]+\\.)*(TestFixture|TestClass|Collection|CollectionDefinition)$"))

; References. @end says where a generic call's text stops: before its type arguments. @args choose between overloads.
(invocation_expression function: [
  (identifier) @ref.call (qualified_name) @ref.call
  (_ expression: _ name: (identifier)) @ref.call
  (_ !expression !condition . (identifier) @ref.call . (type_argument_list) @types)] arguments: (_) @args)
(invocation_expression function:
  (_ !expression !condition . (identifier) . (_ . "<"
    [(identifier) (generic_name) (qualified_name) (nullable_type) (array_type) (tuple_type)] @ref.type)))
; The grammar reads `await a?.B()` as `(await a)?.B()`.
((invocation_expression function: (_ . condition: (_) "?") @ref.call arguments: (_) @args)
  (#not-match? @ref.call "^(await|new)\\b"))
(invocation_expression function: [
  (_ expression: _ name: (_ . (identifier) @end . (type_argument_list) @types)) @ref.call
  (_ . condition: (await_expression (_) @ref.call) (_ name: (_) @end))] arguments: (_) @args)
(member_access_expression name: (_ . (identifier) . (_ . "<"
  [(identifier) (generic_name) (qualified_name) (nullable_type) (array_type) (tuple_type)] @ref.type)))
(constructor_initializer ["base" "this"] @ref.call (argument_list) @args)
(object_creation_expression type: [(identifier) @ref.new (qualified_name) @ref.new
  (_ . (identifier) . (type_argument_list)) @ref.new] arguments: (_) @args)
(object_creation_expression !arguments type: [(identifier) @ref.new (qualified_name) @ref.new
  (_ . (identifier) . (type_argument_list)) @ref.new])
(object_creation_expression type:
  (_ . (identifier) . (_ . "<" [(identifier) (generic_name) (qualified_name)] @ref.type)))
(variable_declaration type: [(identifier) @ref.new (qualified_name) @ref.new
    (_ . (identifier) @ref.new . (type_argument_list))]
  (variable_declarator (implicit_object_creation_expression (argument_list) @args)))
(property_declaration type: [(identifier) @ref.new (qualified_name) @ref.new
    (_ . (identifier) @ref.new . (type_argument_list))]
  value: (implicit_object_creation_expression (argument_list) @args))
(method_declaration returns: [(identifier) @ref.new (qualified_name) @ref.new
    (_ . (identifier) @ref.new . (type_argument_list))]
  body: (arrow_expression_clause (implicit_object_creation_expression (argument_list) @args)))
(throw_statement (_ . "new" type: [(identifier) (qualified_name)] @ref.raise))
(throw_expression (_ . "new" type: [(identifier) (qualified_name)] @ref.raise))
(attribute name: (_) @ref.decorator)
; The grammar of a base list does not tell a class from an interface; the naming rule of .NET does: `I` and a capital.
([(class_declaration (base_list [(identifier) @ref.implements (generic_name) @ref.implements (qualified_name) @ref.implements
    (identifier) @ref.extends (generic_name) @ref.extends (qualified_name) @ref.extends]))
  (record_declaration (base_list [(identifier) @ref.implements (generic_name) @ref.implements (qualified_name) @ref.implements
    (identifier) @ref.extends (generic_name) @ref.extends (qualified_name) @ref.extends]))]
  (#match? @ref.implements "^([A-Za-z0-9_]+\\.)*I[A-Z][A-Za-z0-9_]*(<|$)")
  (#not-match? @ref.extends "^([A-Za-z0-9_]+\\.)*I[A-Z][A-Za-z0-9_]*(<|$)"))
(primary_constructor_base_type type: (_) @ref.extends)
(struct_declaration (base_list (_) @ref.implements))
(interface_declaration (base_list (_) @ref.extends))
(explicit_interface_specifier (_) @ref.type)
[
  (method_declaration
    returns: [(identifier) (generic_name) (qualified_name) (nullable_type) (array_type) (tuple_type)] @ref.type)
  (property_declaration
    type: [(identifier) (generic_name) (qualified_name) (nullable_type) (array_type) (tuple_type)] @ref.type)
  (variable_declaration
    type: [(identifier) (generic_name) (qualified_name) (nullable_type) (array_type) (tuple_type)] @ref.type)
  (parameter type: [(identifier) (generic_name) (qualified_name) (nullable_type) (array_type) (tuple_type)] @ref.type)
  (local_function_statement
    type: [(identifier) (generic_name) (qualified_name) (nullable_type) (array_type) (tuple_type)] @ref.type)
  (delegate_declaration
    type: [(identifier) (generic_name) (qualified_name) (nullable_type) (array_type) (tuple_type)] @ref.type)
  (indexer_declaration type: [(identifier) (generic_name) (qualified_name) (nullable_type) (array_type)] @ref.type)
  (event_declaration type: [(identifier) (generic_name) (qualified_name)] @ref.type)
  (operator_declaration type: [(identifier) (generic_name) (qualified_name)] @ref.type)
  (conversion_operator_declaration type: [(identifier) (generic_name) (qualified_name)] @ref.type)
  (foreach_statement type: [(identifier) (generic_name) (qualified_name)] @ref.type)
  (cast_expression type: [(identifier) (generic_name) (qualified_name)] @ref.type)
  (as_expression right: [(identifier) (generic_name) (qualified_name)] @ref.type)
  (is_expression right: [(identifier) (generic_name) (qualified_name)] @ref.type)
  (constant_pattern [(identifier) (member_access_expression)] @ref.type)
  (declaration_pattern type: [(identifier) (generic_name) (qualified_name)] @ref.type)
  (recursive_pattern type: [(identifier) (generic_name) (qualified_name)] @ref.type)
  (declaration_expression type: [(identifier) (generic_name) (qualified_name)] @ref.type)
  (typeof_expression type: [(identifier) (generic_name) (qualified_name)] @ref.type)
  (array_creation_expression type: (_ type: [(identifier) (generic_name) (qualified_name)] @ref.type))
  (catch_declaration type: (_) @ref.type)
  (type_parameter_constraint type: (_) @ref.type)
]
; What `nameof` is given is named, and not passed on.
((invocation_expression function: (_) @_callee
  arguments: (_ (argument [(identifier) (member_access_expression)] @ref.argument .))) (#not-eq? @_callee "nameof"))
((invocation_expression function: (identifier) @_callee
  arguments: (_ (argument [(identifier) (member_access_expression)] @ref.value .))) (#eq? @_callee "nameof"))
(_ !function arguments: (_ (argument [(identifier) (member_access_expression)] @ref.argument .)))
([(constructor_initializer (argument_list (argument [(identifier) (member_access_expression)] @ref.argument .)))
  (primary_constructor_base_type (argument_list (argument [(identifier) (member_access_expression)] @ref.argument .)))
  (implicit_object_creation_expression (argument_list (argument [(identifier) (member_access_expression)] @ref.argument .)))])
([(bracketed_argument_list (argument [(identifier) (member_access_expression)] @ref.argument .))
  (tuple_expression (argument [(identifier) (member_access_expression)] @ref.argument .))])
(variable_declarator name: (_) [(identifier) (member_access_expression)] @ref.value .)
(assignment_expression right: [(identifier) (member_access_expression)] @ref.value)
(return_statement [(identifier) (member_access_expression)] @ref.value)
(arrow_expression_clause [(identifier) (member_access_expression)] @ref.value)
(initializer_expression [(identifier) (member_access_expression)] @ref.value)
(attribute_argument [(identifier) (member_access_expression)] @ref.value .)
(member_access_expression name: (identifier)) @ref.attribute
(conditional_access_expression condition: [(identifier) (member_access_expression) (invocation_expression)]
  (member_binding_expression)) @ref.attribute

; Imports. A namespace and, with `static`, a type: all it holds, and the word tells which. An alias: one name.
(using_directive !name "global"? @import.reexport "static"? @import.alias [(identifier) (qualified_name)] @import.module) @import.wildcard
(using_directive "global"? @import.reexport name: (identifier) @import.alias "=" (identifier) @import.module)
(using_directive "global"? @import.reexport name: (identifier) @import.alias "="
  (_ qualifier: (_) @import.module name: [(identifier) @import.name (_ . (identifier) @import.name)]))

; Bindings
(type_parameter_constraints_clause . (identifier) @bind.name . (type_parameter_constraint type: (_) @bind.type))
[
  (variable_declaration
    type: [(identifier) (generic_name) (qualified_name) (nullable_type) (array_type) (tuple_type) (predefined_type)] @bind.type
    (variable_declarator name: (identifier) @bind.name))
  (parameter type: [(identifier) (generic_name) (qualified_name) (nullable_type) (array_type) (tuple_type) (predefined_type)] @bind.type
    name: (identifier) @bind.name)
  (parameter_list "params" type: (_) @bind.type name: (identifier) @bind.name)
  (property_declaration
    type: [(identifier) (generic_name) (qualified_name) (nullable_type) (array_type) (tuple_type) (predefined_type)] @bind.type
    name: (identifier) @bind.name)
  (event_declaration type: [(identifier) (generic_name) (qualified_name)] @bind.type name: (identifier) @bind.name)
  (foreach_statement type: [(identifier) (generic_name) (qualified_name)] @bind.type left: (identifier) @bind.name)
  (declaration_pattern type: [(identifier) (generic_name) (qualified_name)] @bind.type name: (identifier) @bind.name)
  (recursive_pattern type: [(identifier) (generic_name) (qualified_name)] @bind.type name: (identifier) @bind.name)
  (declaration_expression type: [(identifier) (generic_name) (qualified_name)] @bind.type name: (identifier) @bind.name)
  (catch_declaration type: (_) @bind.type name: (identifier) @bind.name)
]
; A parameter that says no type is what its function is passed to gives it.
(argument_list (argument (lambda_expression parameters: [
  (implicit_parameter) @bind.name (parameter_list (parameter !type name: (identifier) @bind.name))]) @bind.within)) @bind.passed
[(method_declaration returns: (_) @bind.callee body: (_ (implicit_object_creation_expression (argument_list (argument
    (lambda_expression parameters: [
      (implicit_parameter) @bind.name (parameter_list (parameter !type name: (identifier) @bind.name))]) @bind.within))
    @bind.passed)))
  (_ type: (_) @bind.callee (variable_declarator (implicit_object_creation_expression (argument_list (argument
    (lambda_expression parameters: [
      (implicit_parameter) @bind.name (parameter_list (parameter !type name: (identifier) @bind.name))]) @bind.within))
    @bind.passed)))]
; What an extension method is for stands under `this`.
((parameter (modifier) @bind.name type: (_) @bind.type) (#eq? @bind.name "this"))
(variable_declaration type: (implicit_type) (variable_declarator name: (identifier) @bind.name [
  (invocation_expression) @bind.value (identifier) @bind.value (member_access_expression) @bind.value
  (await_expression [(invocation_expression) (identifier) (member_access_expression)] @bind.value)
  (object_creation_expression type: (_) @bind.type) (cast_expression type: (_) @bind.type)
  (array_creation_expression type: (_ type: (_) @bind.type rank: (_) @bind.many))
  (_ "as" right: (_) @bind.type)]))
(variable_declaration type: (implicit_type) (variable_declarator name: (identifier) @bind.name [
  (string_literal) (verbatim_string_literal) (raw_string_literal) (interpolated_string_expression) (integer_literal)
  (real_literal) (boolean_literal) (character_literal) (typeof_expression) (binary_expression)
  (implicit_array_creation_expression)] @bind.sight))
(foreach_statement type: (implicit_type) left: (identifier) @bind.name
  right: [(invocation_expression) (identifier) (member_access_expression)] @bind.each)
(method_declaration
  returns: [(identifier) (generic_name) (qualified_name) (nullable_type) (array_type) (tuple_type) (predefined_type)] @bind.return)
(local_function_statement
  type: [(identifier) (generic_name) (qualified_name) (nullable_type) (array_type) (tuple_type) (predefined_type)] @bind.return)
(delegate_declaration type: (_) @bind.gives)
(indexer_declaration type: [(identifier) (generic_name) (qualified_name) (nullable_type) (array_type)] @bind.return)
(operator_declaration type: [(identifier) (generic_name) (qualified_name)] @bind.return)
(property_declaration
  type: [(identifier) (generic_name) (qualified_name) (nullable_type) (array_type) (tuple_type) (predefined_type)] @bind.return
  [value: (arrow_expression_clause) accessors: (_ . (accessor_declaration body: (_)))])
