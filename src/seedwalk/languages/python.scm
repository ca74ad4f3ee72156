; Definitions
(class_definition name: (identifier) @name) @def.class
(function_definition name: (identifier) @name) @def.function
(decorated_definition definition: (class_definition name: (identifier) @name body: (_) @body)) @def.class
(decorated_definition definition: (function_definition name: (identifier) @name body: (_) @body)) @def.function
(assignment left: (identifier) @name right: (lambda)) @def.function
(type_alias_statement left: (type (identifier) @name)) @def.type_alias
(type_alias_statement left: (type (generic_type (identifier) @name))) @def.type_alias
(module (expression_statement (assignment left: (identifier) @name) @def.constant))
(module (if_statement (block (expression_statement (assignment left: (identifier) @name) @def.constant))))
(module (try_statement (block (expression_statement (assignment left: (identifier) @name) @def.constant))))
(module (if_statement (_ (block (expression_statement (assignment left: (identifier) @name) @def.constant)))))
(module (try_statement (_ (block (expression_statement (assignment left: (identifier) @name) @def.constant)))))
(module (expression_statement (assignment left: (pattern_list (identifier) @name @def.constant))))
(class_definition body: (block (expression_statement (assignment left: (identifier) @name) @def.field)))
((assignment left: (attribute object: (identifier) @self attribute: (identifier) @name)) @def.field @in_type
  (#eq? @self "self"))

; Text
(comment) @comment
(module . (comment)* . (expression_statement . (string) @doc))
(class_definition body: (block . (expression_statement . (string) @doc)))
(function_definition body: (block . (expression_statement . (string) @doc)))

; References
(call function: (_) @ref.call)
(class_definition superclasses: (argument_list [(identifier) (attribute) (subscript)] @ref.extends))
(decorator [(identifier) (attribute)] @ref.decorator)
(decorator (call function: (_) @ref.decorator))
(raise_statement . [(identifier) (attribute)] @ref.raise)
(raise_statement . (call function: (_) @ref.raise))
(except_clause value: [(identifier) (attribute) (tuple)] @ref.type)
(except_clause value: (as_pattern . [(identifier) (attribute) (tuple)] @ref.type))
(type) @ref.type
(class_pattern . (dotted_name) @ref.type)
(call arguments: (argument_list [(identifier) (attribute)] @ref.argument))
(call arguments: (argument_list (keyword_argument value: [(identifier) (attribute)] @ref.argument)))
(pair value: [(identifier) (attribute)] @ref.value)
(list [(identifier) (attribute)] @ref.value)
(tuple [(identifier) (attribute)] @ref.value)
(assignment right: (identifier) @ref.value)
(return_statement (identifier) @ref.value)
(default_parameter value: (identifier) @ref.value)
(typed_default_parameter value: [(identifier) (attribute)] @ref.value)
; Of other bare names only what looks like a constant: the rest are variables.
([(comparison_operator (identifier) @ref.value)
  (binary_operator (identifier) @ref.value)
  (boolean_operator (identifier) @ref.value)
  (not_operator (identifier) @ref.value)
  (conditional_expression (identifier) @ref.value)
  (if_statement condition: (identifier) @ref.value)
  (subscript (identifier) @ref.value)
  (for_statement right: (identifier) @ref.value)
  (for_in_clause right: (identifier) @ref.value)
  (interpolation expression: (identifier) @ref.value)
  (parenthesized_expression (identifier) @ref.value)
  (list_splat (identifier) @ref.value)
  (dictionary_splat (identifier) @ref.value)]
  (#match? @ref.value "^_*[A-Z]"))
; Attributes everywhere but in callees, arguments and other attributes, whose text already holds them: naming the places
; costs a third of what capturing every attribute does.
(assignment left: (attribute) @ref.attribute)
(assignment right: (attribute) @ref.attribute)
(return_statement (attribute) @ref.attribute)
(for_statement right: (attribute) @ref.attribute)
(for_in_clause right: (attribute) @ref.attribute)
(augmented_assignment [left: (attribute) right: (attribute)] @ref.attribute)
(subscript value: (attribute) @ref.attribute)
(comparison_operator (attribute) @ref.attribute)
(binary_operator (attribute) @ref.attribute)
(boolean_operator (attribute) @ref.attribute)
(not_operator (attribute) @ref.attribute)
(unary_operator (attribute) @ref.attribute)
(conditional_expression (attribute) @ref.attribute)
(if_statement condition: (attribute) @ref.attribute)
(elif_clause condition: (attribute) @ref.attribute)
(while_statement condition: (attribute) @ref.attribute)
(interpolation expression: (attribute) @ref.attribute)
(parenthesized_expression (attribute) @ref.attribute)
(expression_list (attribute) @ref.attribute)
(list_comprehension body: (attribute) @ref.attribute)
(generator_expression body: (attribute) @ref.attribute)
(set_comprehension body: (attribute) @ref.attribute)
(list_splat (attribute) @ref.attribute)
(dictionary_splat (attribute) @ref.attribute)
(await (attribute) @ref.attribute)
(yield (attribute) @ref.attribute)
(lambda body: (attribute) @ref.attribute)
(default_parameter value: (attribute) @ref.attribute)
(if_clause (attribute) @ref.attribute)
(assert_statement (attribute) @ref.attribute)

; Imports
(import_statement name: (dotted_name) @import.module)
(import_statement name: (aliased_import name: (dotted_name) @import.module alias: (identifier) @import.alias))
(import_from_statement module_name: (_) @import.module name: (dotted_name) @import.name)
(import_from_statement module_name: (_) @import.module
  name: (aliased_import name: (dotted_name) @import.name alias: (identifier) @import.alias))
(import_from_statement module_name: (_) @import.module (wildcard_import) @import.wildcard)

; Bindings
(assignment left: [(identifier) (attribute)] @bind.name right: [(call) (identifier) (attribute)] @bind.value)
(assignment left: [(identifier) (attribute)] @bind.name type: (type) @bind.type)
(assignment left: (identifier) @bind.name right: (await [(call) (identifier) (attribute)] @bind.value))
(named_expression name: (identifier) @bind.name value: [(call) (identifier) (attribute)] @bind.value)
(parameters (identifier) @bind.name)
(assignment left: (pattern_list (identifier) @bind.name))
(for_statement left: (pattern_list (identifier) @bind.name))
(parameters (default_parameter name: (identifier) @bind.name))
(lambda parameters: (lambda_parameters (identifier) @bind.name)) @bind.within
(typed_parameter . (identifier) @bind.name type: (type) @bind.type)
(typed_default_parameter name: (identifier) @bind.name type: (type) @bind.type)
(with_item value: (as_pattern [(call) (identifier) (attribute)] @bind.value
  alias: (as_pattern_target (identifier) @bind.name)))
(for_statement left: (identifier) @bind.name right: [(call) (identifier) (attribute)] @bind.each)
(for_in_clause left: (identifier) @bind.name right: [(call) (identifier) (attribute)] @bind.each)
([(if_statement condition: [
    (call function: (identifier) @_is arguments: (argument_list . [(identifier) (attribute)] @bind.name . [(identifier) (attribute)] @bind.type .))
    (boolean_operator left: (call function: (identifier) @_is
      arguments: (argument_list . [(identifier) (attribute)] @bind.name . [(identifier) (attribute)] @bind.type .)) "and")]
    consequence: (_) @bind.within)
  (elif_clause condition:
    (call function: (identifier) @_is arguments: (argument_list . [(identifier) (attribute)] @bind.name . [(identifier) (attribute)] @bind.type .))
    consequence: (_) @bind.within)]
  (#eq? @_is "isinstance"))
(match_statement subject: (identifier) @bind.name body: (block (case_clause
  . (case_pattern (class_pattern . (dotted_name) @bind.type)) consequence: (_) @bind.within)))
(case_clause . (case_pattern (as_pattern (case_pattern (class_pattern . (dotted_name) @bind.type)) (identifier) @bind.name))
  consequence: (_) @bind.within)
(function_definition return_type: (type) @bind.return)
(return_statement [(call) (identifier) (attribute)] @bind.returned)
(return_statement (await (call) @bind.returned))
; A fixture that is handed under another name than its own, `@pytest.fixture(name="client")`: in quotes, it hides nothing.
((decorated_definition (decorator (call arguments: (argument_list (keyword_argument name: (identifier) @_key
    value: (string) @bind.name)))) definition: (function_definition name: (identifier) @bind.value))
  (#eq? @_key "name"))
