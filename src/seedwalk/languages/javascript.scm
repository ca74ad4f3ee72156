; What JavaScript and TypeScript share. Both grammars read this file, so it names only nodes both have.

; Definitions
(class_declaration name: (_) @name) @def.class
(function_declaration name: (identifier) @name) @def.function
(generator_function_declaration name: (identifier) @name) @def.function
(method_definition
  name: [(property_identifier) (private_property_identifier) (string) (computed_property_name)] @name) @def.method
(variable_declarator name: (identifier) @name value: [
  (arrow_function body: (_) @body) (function_expression body: (_) @body) (generator_function body: (_) @body)
  (assignment_expression right: (function_expression body: (_) @body))]) @def.function
(lexical_declaration . (variable_declarator name: (identifier) @name value: [
  (arrow_function body: (_) @body) (function_expression body: (_) @body) (generator_function body: (_) @body)]) .) @def.function
(variable_declaration . (variable_declarator name: (identifier) @name value: [
  (arrow_function body: (_) @body) (function_expression body: (_) @body) (generator_function body: (_) @body)]) .) @def.function
(export_statement declaration: (lexical_declaration . (variable_declarator name: (identifier) @name value: [
  (arrow_function body: (_) @body) (function_expression body: (_) @body) (generator_function body: (_) @body)]) .)) @def.function
(variable_declarator name: (identifier) @name value: (class body: (_) @body)) @def.class
(lexical_declaration . (variable_declarator name: (identifier) @name value: (class body: (_) @body)) .) @def.class
(export_statement
  declaration: (lexical_declaration . (variable_declarator name: (identifier) @name value: (class body: (_) @body)) .)) @def.class
(return_statement (class name: (_) @name) @def.class)
(arrow_function body: (class name: (_) @name) @def.class)

; A closure handed to a wrapper is what the name stands for: a component in `memo`, a handler in `useCallback`.
((variable_declarator name: (identifier) @name value: (call_expression function: [
    (identifier) @wrapper (member_expression property: (property_identifier) @wrapper)]
  arguments: (arguments . [(arrow_function body: (_) @body) (function_expression body: (_) @body)]))) @def.function
  (#any-of? @wrapper "useCallback" "memo" "forwardRef" "cache" "observer" "debounce" "throttle" "useEvent"))
; At the top of a module any wrapper counts, and the statement is the span; a list's own methods wrap nothing.
((program (lexical_declaration . (variable_declarator name: (identifier) @name value: (call_expression function: [
    (identifier) @wrapper (member_expression property: (property_identifier) @wrapper)]
  arguments: (arguments [
    (arrow_function body: (statement_block) @body) (function_expression body: (_) @body)]))) .) @def.function)
  (#not-match? @wrapper "^(map|filter|reduce|find|flatMap|some|every|sort|then)$"))
((program (export_statement declaration: (lexical_declaration . (variable_declarator name: (identifier) @name
  value: (call_expression function: [
    (identifier) @wrapper (member_expression property: (property_identifier) @wrapper)]
  arguments: (arguments [
    (arrow_function body: (statement_block) @body) (function_expression body: (_) @body)]))) .)) @def.function)
  (#not-match? @wrapper "^(map|filter|reduce|find|flatMap|some|every|sort|then)$"))

; The default export without a name of its own is called `default`, as importers call it.
(export_statement "default" @name value: (class body: (_) @body)) @def.class
(export_statement "default" @name value: [
  (arrow_function body: (_) @body) (function_expression body: (_) @body) (generator_function body: (_) @body)]) @def.function
(export_statement "default" @name value: (call_expression arguments: (arguments [
  (arrow_function body: (statement_block) @body) (function_expression body: (_) @body)]))) @def.function
(export_statement "default" @name value: (object) @body) @def.constant

; Functions put on an object, functions named where they are handed over
((expression_statement (assignment_expression left: (member_expression object: (identifier) @owner property: (property_identifier) @name)
  right: [(arrow_function body: (_) @body) (function_expression body: (_) @body) (generator_function body: (_) @body)])) @def.function
  (#not-match? @owner "^(exports|module)$"))
(expression_statement (call_expression arguments: (arguments (function_expression name: (identifier) @name) @def.function)))

; An object of functions bound to a name, and the functions in it
(variable_declarator name: (identifier) @name value: (object [
  (method_definition) (pair value: [(arrow_function) (function_expression)])]) @body) @def.constant
(variable_declarator value: (object (pair key: [(property_identifier) (string)] @name
  value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)]) @def.method))
(assignment_expression left: (member_expression) right: (object (pair key: [(property_identifier) (string)] @name
  value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)]) @def.method))
(export_statement value: (object (pair key: [(property_identifier) (string)] @name
  value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)]) @def.method))
(return_statement (object (pair key: [(property_identifier) (string)] @name
  value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)]) @def.method))

; Variables of the module: each declarator, and the statement where there is one alone. A value with a body is a function or
; a class, found above. The three sorts exclude each other, as the first match of a name decides where its signature ends:
; short values belong to it, lists and blocks do not, and a call that holds a block ends it before its arguments.
([(program (_ (variable_declarator name: (identifier) @name value: (_ !body) @value) @def.constant))
  (export_statement declaration: (_ (variable_declarator name: (identifier) @name value: (_ !body) @value) @def.constant))]
  (#not-match? @value "[{]|=>|^\\[") (#not-match? @value "^require\\([^)]*\\)(\\.\\w+)?$"))
([(program (_ . (variable_declarator name: (identifier) @name value: (_ !body) @value) .) @def.constant)
  (export_statement declaration: (_ . (variable_declarator name: (identifier) @name value: (_ !body) @value) .)) @def.constant]
  (#not-match? @value "[{]|=>|^\\[") (#not-match? @value "^require\\([^)]*\\)(\\.\\w+)?$"))
([(program (_ (variable_declarator name: (identifier) @name value: (_ !body) @value @body) @def.constant))
  (export_statement declaration: (_ (variable_declarator name: (identifier) @name value: (_ !body) @value @body) @def.constant))]
  (#match? @value "[{]|=>|^\\[") (#not-match? @value "^[\\w.$]+(<[^(]*>)?\\("))
([(program (_ . (variable_declarator name: (identifier) @name value: (_ !body) @value @body) .) @def.constant)
  (export_statement declaration: (_ . (variable_declarator name: (identifier) @name value: (_ !body) @value @body) .)) @def.constant]
  (#match? @value "[{]|=>|^\\[") (#not-match? @value "^[\\w.$]+(<[^(]*>)?\\("))
([(program (_ (variable_declarator name: (identifier) @name value: (call_expression arguments: (_) @body) @value) @def.constant))
  (export_statement declaration: (_ (variable_declarator name: (identifier) @name value: (call_expression arguments: (_) @body) @value) @def.constant))]
  (#match? @value "[{]|=>|^\\[") (#match? @value "^[\\w.$]+(<[^(]*>)?\\("))
([(program (_ . (variable_declarator name: (identifier) @name value: (call_expression arguments: (_) @body) @value) .) @def.constant)
  (export_statement declaration: (_ . (variable_declarator name: (identifier) @name value: (call_expression arguments: (_) @body) @value) .)) @def.constant]
  (#match? @value "[{]|=>|^\\[") (#match? @value "^[\\w.$]+(<[^(]*>)?\\("))
([(program (_ (variable_declarator name: (identifier) @name value: (_ !body !arguments) @value @body) @def.constant))
  (export_statement declaration: (_ (variable_declarator name: (identifier) @name value: (_ !body !arguments) @value @body) @def.constant))]
  (#match? @value "[{]|=>|^\\[") (#match? @value "^[\\w.$]+(<[^(]*>)?\\("))
([(program (_ . (variable_declarator name: (identifier) @name value: (_ !body !arguments) @value @body) .) @def.constant)
  (export_statement declaration: (_ . (variable_declarator name: (identifier) @name value: (_ !body !arguments) @value @body) .)) @def.constant]
  (#match? @value "[{]|=>|^\\[") (#match? @value "^[\\w.$]+(<[^(]*>)?\\("))
([(program (_ (variable_declarator name: (identifier) @name !value) @def.constant))
  (export_statement declaration: (_ (variable_declarator name: (identifier) @name !value) @def.constant))])
(export_statement declaration: (lexical_declaration (variable_declarator name: (object_pattern [
  (shorthand_property_identifier_pattern) @name @def.constant (pair_pattern value: (identifier) @name) @def.constant]))))

; `export` belongs to the span, save `export default`: that is a binding of the module's.
((export_statement declaration: (class_declaration name: (_) @name body: (_) @body)) @def.class
  (#not-match? @def.class "^export\\s+default"))
((export_statement declaration: [
    (function_declaration name: (_) @name body: (_) @body)
    (generator_function_declaration name: (_) @name body: (_) @body)]) @def.function
  (#not-match? @def.function "^export\\s+default"))

; Text
(comment) @comment
((if_statement condition: (parenthesized_expression (member_expression) @condition)) @flag.test
  (#eq? @condition "import.meta.vitest"))

; References
(call_expression function: [(identifier) (member_expression) (super)] @ref.call)
(new_expression constructor: [(identifier) (member_expression)] @ref.new)
(decorator [(identifier) (member_expression)] @ref.decorator)
(decorator (call_expression function: (_) @ref.decorator))
(throw_statement [(identifier) (member_expression)] @ref.raise)
(throw_statement (new_expression constructor: [(identifier) (member_expression)] @ref.raise))
(throw_statement (call_expression function: [(identifier) (member_expression)] @ref.raise))
(binary_expression operator: "instanceof" right: [(identifier) (member_expression)] @ref.type)
(arguments [(identifier) (member_expression)] @ref.argument)
(pair value: [(identifier) (member_expression)] @ref.value)
(object (shorthand_property_identifier) @ref.value)
(array [(identifier) (member_expression)] @ref.value)
(return_statement [(identifier) (member_expression)] @ref.value)
(arrow_function body: [(identifier) (member_expression)] @ref.value)
(assignment_expression right: [(identifier) (member_expression)] @ref.value)
(variable_declarator value: [(identifier) (member_expression)] @ref.value)
(export_statement value: [(identifier) (member_expression)] @ref.value)
(export_statement !source (export_clause (export_specifier name: (identifier) @ref.value)))
; Member chains where no pattern above takes them; everywhere would be three times as many, to be dropped as doubles.
([(binary_expression (member_expression) @ref.attribute)
  (unary_expression (member_expression) @ref.attribute)
  (ternary_expression (member_expression) @ref.attribute)
  (parenthesized_expression (member_expression) @ref.attribute)
  (template_substitution (member_expression) @ref.attribute)
  (subscript_expression (member_expression) @ref.attribute)
  (assignment_expression left: (member_expression) @ref.attribute)
  (augmented_assignment_expression (member_expression) @ref.attribute)
  (spread_element (member_expression) @ref.attribute)
  (await_expression (member_expression) @ref.attribute)
  (update_expression (member_expression) @ref.attribute)
  (for_in_statement right: (member_expression) @ref.attribute)
  (assignment_pattern (member_expression) @ref.attribute)])

; Imports. Statements are taken apart by `parse_import`: no node says `default`.
(import_statement) @import.statement
(export_statement source: (_)) @import.statement
((variable_declarator value: [
    (call_expression function: (identifier) @require arguments: (arguments . (string)))
    (member_expression object: (call_expression function: (identifier) @require arguments: (arguments . (string))))]) @import.statement
  (#eq? @require "require"))
(call_expression function: (import) arguments: (arguments . (string) @import.module))
(variable_declarator value: (await_expression (call_expression function: (import) arguments: (arguments . (string))))) @import.statement
(variable_declarator name: (identifier) value: (call_expression arguments: (arguments . (arrow_function body: [
  (call_expression function: (import) arguments: (arguments . (string)))
  (call_expression function: (member_expression object: (call_expression function: (import))))])))) @import.statement

; Bindings
(variable_declarator name: (identifier) @bind.name value: [
  (call_expression function: [(identifier) (member_expression)]) (identifier) (member_expression)] @bind.value)
(variable_declarator name: (identifier) @bind.name
  value: (await_expression [(call_expression) (identifier) (member_expression)] @bind.value))
(variable_declarator name: (identifier) @bind.name
  value: (new_expression constructor: [(identifier) (member_expression)] @bind.type))
(assignment_expression left: [(identifier) (member_expression)] @bind.name
  right: [(call_expression) (identifier) (member_expression)] @bind.value)
(assignment_expression left: [(identifier) (member_expression)] @bind.name
  right: (new_expression constructor: [(identifier) (member_expression)] @bind.type))
(for_in_statement left: (identifier) @bind.name operator: "of"
  right: [(call_expression) (identifier) (member_expression)] @bind.each)
(export_statement "default" @bind.name value: [(call_expression) (identifier) (member_expression)] @bind.value)
(export_statement "default" @bind.name declaration: (_ name: (_) @bind.value))
(export_statement !source (export_clause (export_specifier name: (identifier) @bind.value alias: (_) @bind.name)))
; What a function gives: only the returns of its own body, as a callback's returns are not its own.
([(function_declaration body: (statement_block (return_statement [(call_expression) (identifier) (member_expression)] @bind.returned)))
  (method_definition body: (statement_block (return_statement [(call_expression) (identifier) (member_expression)] @bind.returned)))
  (variable_declarator value: (arrow_function
    body: (statement_block (return_statement [(call_expression) (identifier) (member_expression)] @bind.returned))))
  (variable_declarator value: (arrow_function body: [(call_expression) (identifier) (member_expression)] @bind.returned))])
([(function_declaration body: (statement_block (return_statement (new_expression constructor: (_) @bind.return))))
  (method_definition body: (statement_block (return_statement (new_expression constructor: (_) @bind.return))))
  (variable_declarator value: (arrow_function
    body: (statement_block (return_statement (new_expression constructor: (_) @bind.return)))))
  (variable_declarator value: (arrow_function body: (new_expression constructor: (_) @bind.return)))])
