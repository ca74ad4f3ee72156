; What JavaScript and TypeScript share. Both grammars read this file, so it names only nodes both have.
; Compiling analyses every node that a pattern names by its type and looks into (an arrow function, a call or a member
; expression takes 2 to 3 ms each time), so inner nodes that a field or a word already tells are `(_)`: only calls have
; `function:`, only `new` has `constructor:`, only functions have both parameters and a body. A field or a dot in front of the
; first child also ends a try early, where a bare `(_ (x))` would be kept up through everything inside.

; Definitions
(class_declaration name: (_) @name) @def.class
(function_declaration name: (identifier) @name) @def.function
(generator_function_declaration name: (identifier) @name) @def.function
(method_definition
  name: [(property_identifier) (private_property_identifier) (string) (computed_property_name)] @name) @def.method
; What is given to a name and has a body is a class or a function: the first pattern in this file decides.
(variable_declarator name: (identifier) @name value: (_ body: (class_body) @body)) @def.class
(lexical_declaration . (variable_declarator name: (identifier) @name value: (_ body: (class_body) @body)) .) @def.class
(export_statement
  declaration: (lexical_declaration . (variable_declarator name: (identifier) @name value: (_ body: (class_body) @body)) .)) @def.class
(variable_declarator name: (identifier) @name value: [
  (_ body: (_) @body) (assignment_expression right: (function_expression body: (_) @body))]) @def.function
(lexical_declaration . (variable_declarator name: (identifier) @name value: (_ body: (_) @body)) .) @def.function
(variable_declaration . (variable_declarator name: (identifier) @name value: (_ body: (_) @body)) .) @def.function
(export_statement
  declaration: (lexical_declaration . (variable_declarator name: (identifier) @name value: (_ body: (_) @body)) .)) @def.function
(return_statement (class name: (_) @name) @def.class)
(return_statement (function_expression name: (identifier) @name) @def.function)
(arrow_function body: (_ . name: (_) @name body: (class_body)) @def.class)

; A closure handed to a wrapper is what the name stands for: a component in `memo`, a handler in `useCallback`.
((variable_declarator name: (identifier) @name value: (_ . function: [
    (identifier) @wrapper (_ property: (property_identifier) @wrapper)]
  arguments: (_ . (_ [parameters: (_) parameter: (_)] body: (_) @body)))) @def.function
  (#any-of? @wrapper "useCallback" "memo" "forwardRef" "cache" "observer" "debounce" "throttle" "useEvent"))
; At the top of a module any wrapper counts, and the statement is the span; a list's own methods wrap nothing.
((program (lexical_declaration . (variable_declarator name: (identifier) @name value: (_ . function: [
    (identifier) @wrapper (_ property: (property_identifier) @wrapper)]
  arguments: (_
    (_ [parameters: (_) parameter: (_)] body: (statement_block) @body)))) .) @def.function)
  (#not-match? @wrapper "^(map|filter|reduce|find|flatMap|some|every|sort|then)$"))
((program (export_statement declaration: (lexical_declaration . (variable_declarator name: (identifier) @name
  value: (_ . function: [
    (identifier) @wrapper (_ property: (property_identifier) @wrapper)]
  arguments: (_
    (_ [parameters: (_) parameter: (_)] body: (statement_block) @body)))) .)) @def.function)
  (#not-match? @wrapper "^(map|filter|reduce|find|flatMap|some|every|sort|then)$"))

; The default export without a name of its own is called `default`, as importers call it.
(export_statement "export" . "default" @name value: (_ body: (class_body) @body)) @def.class
(export_statement "export" . "default" @name value: (_ body: (_) @body)) @def.function
(export_statement "export" . "default" @name value: (_ . function: (_) arguments: (_
  (_ [parameters: (_) parameter: (_)] body: (statement_block) @body)))) @def.function
(export_statement "export" . "default" @name value: (object) @body) @def.constant
(export_statement "export" . "default" @name value: (_ . function: (_) arguments: (_ (object)) @body)) @def.constant

; Functions put on an object, functions named where they are handed over
((expression_statement (assignment_expression left: (_ . object: (identifier) @owner property: (property_identifier) @name)
  right: (_ [parameters: (_) parameter: (_)] body: (_) @body))) @def.function
  (#not-match? @owner "^(exports|module)$"))
((expression_statement (assignment_expression left: (_ .
    object: (_ . object: (identifier) property: (property_identifier) @owner) property: (property_identifier) @name)
  right: (_ [parameters: (_) parameter: (_)] body: (statement_block) @body))) @def.function
  (#not-match? @owner "^(exports|prototype)$"))
((expression_statement (assignment_expression left: (_ .
    object: (_ . object: (identifier) @owner property: (property_identifier) @prototype)
    property: (property_identifier) @name)
  right: (_ [parameters: (_) parameter: (_)] body: (_) @body))) @def.method
  (#eq? @prototype "prototype"))
(expression_statement (_ . function: (_) arguments: (_ (function_expression name: (identifier) @name) @def.function)))

; An object of functions bound to a name, and the functions in it
(variable_declarator name: (identifier) @name value: (_ . "{" [
  (method_definition) (pair value: [(arrow_function) (function_expression)])]) @body) @def.constant
(variable_declarator value: (_ . "{" (pair key: [(property_identifier) (string)] @name
  value: (_ [parameters: (_) parameter: (_)] body: (_) @body)) @def.method))
(assignment_expression right: (_ . "{" (pair key: [(property_identifier) (string)] @name
  value: (_ [parameters: (_) parameter: (_)] body: (_) @body)) @def.method))
(export_statement value: (_ . "{" (pair key: [(property_identifier) (string)] @name
  value: (_ [parameters: (_) parameter: (_)] body: (_) @body)) @def.method))
(return_statement (_ . "{" (pair key: [(property_identifier) (string)] @name
  value: (_ [parameters: (_) parameter: (_)] body: (_) @body)) @def.method))

; Objects in objects and objects handed to what makes the value: only what has a block is worth a name.
(pair value: (object (pair key: [(property_identifier) (string)] @name
  value: (_ [parameters: (_) parameter: (_)] body: (statement_block) @body)) @def.method))
(variable_declarator value: (_ . function: (_) arguments: (_ (object (pair key: [(property_identifier) (string)] @name
  value: (_ [parameters: (_) parameter: (_)] body: (statement_block) @body)) @def.method))))
(export_statement value: (_ . function: (_) arguments: (_ (object (pair key: [(property_identifier) (string)] @name
  value: (_ [parameters: (_) parameter: (_)] body: (statement_block) @body)) @def.method))))

; Variables of the module. A value with a body is a function or a class, found above. Of the rest the sorts tell where the
; signature ends: short values belong to it, lists and blocks do not, and a call that holds a block ends it before its
; arguments. A declarator alone has the whole statement as its span.
([(program (_ . ["const" "let" "var"] (variable_declarator name: (identifier) @name value: (_ !body) @value) @def.constant))
  (export_statement declaration: (_ . ["const" "let" "var"]
    (variable_declarator name: (identifier) @name value: (_ !body) @value) @def.constant))]
  (#not-match? @value "[{]|=>|^\\[") (#not-match? @value "^require\\([^)]*\\)(\\.\\w+)?$"))
([(program (_ . ["const" "let" "var"] (variable_declarator name: (identifier) @name value: (_ !body) @value @body) @def.constant))
  (export_statement declaration: (_ . ["const" "let" "var"]
    (variable_declarator name: (identifier) @name value: (_ !body) @value @body) @def.constant))]
  (#match? @value "[{]|=>|^\\[") (#not-match? @value "^[\\w.$]+(<[^(]*>)?\\("))
([(program (_ . ["const" "let" "var"] (variable_declarator name: (identifier) @name value: [
    (_ . function: (_) arguments: (_) @body) @value (_ !body !arguments) @value @body]) @def.constant))
  (export_statement declaration: (_ . ["const" "let" "var"] (variable_declarator name: (identifier) @name value: [
    (_ . function: (_) arguments: (_) @body) @value (_ !body !arguments) @value @body]) @def.constant))]
  (#match? @value "[{]|=>|^\\[") (#match? @value "^[\\w.$]+(<[^(]*>)?\\("))
([(program (_ . ["const" "let" "var"] . (variable_declarator name: (identifier) @name value: (_ !body) @value) .) @def.constant)
  (export_statement declaration: (_ . ["const" "let" "var"] .
    (variable_declarator name: (identifier) @name value: (_ !body) @value) .)) @def.constant]
  (#not-match? @value "^require\\([^)]*\\)(\\.\\w+)?$"))
([(program (_ . ["const" "let" "var"] (variable_declarator name: (identifier) @name !value) @def.constant))
  (export_statement declaration: (_ . ["const" "let" "var"] (variable_declarator name: (identifier) @name !value) @def.constant))])
(export_statement declaration: (lexical_declaration (variable_declarator name: (object_pattern [
  (shorthand_property_identifier_pattern) @name @def.constant (pair_pattern value: (identifier) @name) @def.constant]))))
(export_statement declaration: (lexical_declaration (variable_declarator name: (array_pattern (identifier) @name @def.constant))))

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
(decorator [(identifier) @ref.decorator (member_expression) @ref.decorator (_ . function: (_) @ref.decorator)])
(throw_statement [(identifier) @ref.raise (member_expression) @ref.raise
  (_ [constructor: (identifier) constructor: (member_expression) function: (identifier) function: (member_expression)] @ref.raise)])
(_ "instanceof" right: [(identifier) (member_expression)] @ref.type)
(arguments [(identifier) (member_expression)] @ref.argument)
(pair value: [(identifier) (member_expression)] @ref.value)
(object (shorthand_property_identifier) @ref.value)
(array [(identifier) (member_expression)] @ref.value)
(return_statement [(identifier) (member_expression)] @ref.value)
(arrow_function body: [(identifier) (member_expression)] @ref.value)
(assignment_expression right: [(identifier) (member_expression)] @ref.value)
(variable_declarator value: [(identifier) (member_expression)] @ref.value)
(export_statement value: [(identifier) (member_expression)] @ref.value)
(export_statement !source !declaration (export_clause (export_specifier name: (identifier) @ref.value)))
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
  (assignment_pattern (member_expression) @ref.attribute)
  (switch_case value: (member_expression) @ref.attribute)])
; And bare names: most are variables, and mean nothing further; a constant of the module or an imported one does.
([(switch_case value: (identifier) @ref.value)
  (binary_expression (identifier) @ref.value)
  (unary_expression (identifier) @ref.value)
  (ternary_expression (identifier) @ref.value)
  (parenthesized_expression (identifier) @ref.value)
  (template_substitution (identifier) @ref.value)
  (subscript_expression index: (identifier) @ref.value)
  (computed_property_name (identifier) @ref.value)
  (spread_element (identifier) @ref.value)
  (for_in_statement right: (identifier) @ref.value)
  (assignment_pattern right: (identifier) @ref.value)])

; Imports. Statements are taken apart by `parse_import`: no node says `default`.
(import_statement) @import.statement
(export_statement source: (_)) @import.statement
((variable_declarator value: [
    (_ . function: (identifier) @require arguments: (_ . (string)))
    (_ . object: (_ . function: (identifier) @require arguments: (_ . (string))))]) @import.statement
  (#eq? @require "require"))
(_ function: (import) arguments: (_ . (string) @import.module))
(variable_declarator value: (await_expression (_ . function: (import) arguments: (_ . (string))))) @import.statement
(variable_declarator name: (identifier) value: (_ . function: (_) arguments: (_ . (_ [parameters: (_) parameter: (_)] "=>" body: [
  (_ . function: (import) arguments: (_ . (string)))
  (_ . function: (_ . object: (_ . function: (import))))])))) @import.statement

; Bindings
(variable_declarator name: (identifier) @bind.name value: [
  (_ . function: [(identifier) (member_expression) (call_expression)]) @bind.value (identifier) @bind.value (member_expression) @bind.value
  (await_expression [(call_expression) (identifier) (member_expression)] @bind.value)
  (_ constructor: [(identifier) (member_expression)] @bind.type)])
(assignment_expression left: [(identifier) (member_expression)] @bind.name right: [
  (call_expression) @bind.value (identifier) @bind.value (member_expression) @bind.value
  (_ constructor: [(identifier) (member_expression)] @bind.type)])
(arrow_function parameter: (identifier) @bind.name) @bind.within
((variable_declarator name: (object_pattern [(shorthand_property_identifier_pattern) @bind.name
    (pair_pattern key: (property_identifier) @bind.key value: (identifier) @bind.name)
    (object_assignment_pattern left: (shorthand_property_identifier_pattern) @bind.name)])
  value: [(await_expression (_) @bind.field) (_) @bind.field])
  (#not-match? @bind.field "^(await\\s+)?(import|require)\\b"))
(if_statement condition: (_ (_ . left: [(identifier) (member_expression)] @bind.name "instanceof" right: [(identifier) (member_expression)] @bind.type))
  consequence: (_) @bind.within)
(for_in_statement left: (identifier) @bind.name operator: "of"
  right: [(call_expression) (identifier) (member_expression)] @bind.each)
(export_statement "export" . "default" @bind.name value: [(call_expression) (identifier) (member_expression)] @bind.value)
(export_statement "export" . "default" @bind.name declaration: (_ name: (_) @bind.value))
; What an object hands on under a name: `export default { parse, read: load }`, the functions of a module in one value.
(export_statement "export" . "default" @bind.of value: (object [
  (shorthand_property_identifier) @bind.name @bind.value
  (pair key: (property_identifier) @bind.name value: [(identifier) (member_expression)] @bind.value)]))
(variable_declarator name: (identifier) @bind.of value: (object [
  (shorthand_property_identifier) @bind.name @bind.value
  (pair key: (property_identifier) @bind.name value: [(identifier) (member_expression)] @bind.value)]))
(export_statement !source !declaration (export_clause (export_specifier name: (identifier) @bind.value alias: (_) @bind.name)))
; What a function gives: only the returns of its own body, as a callback's returns are not its own.
([(function_declaration body: (statement_block (return_statement [(call_expression) @bind.returned (identifier) @bind.returned
    (member_expression) @bind.returned (object) @bind.returned (new_expression constructor: (_) @bind.return)])))
  (method_definition body: (statement_block (return_statement [(call_expression) @bind.returned (identifier) @bind.returned
    (member_expression) @bind.returned (object) @bind.returned (new_expression constructor: (_) @bind.return)])))
  (variable_declarator value: (_ body: [
    (statement_block (return_statement [(call_expression) @bind.returned (identifier) @bind.returned
      (member_expression) @bind.returned (object) @bind.returned (new_expression constructor: (_) @bind.return)]))
    (call_expression) @bind.returned (identifier) @bind.returned (member_expression) @bind.returned
    (parenthesized_expression (object) @bind.returned) (new_expression constructor: (_) @bind.return)]))])
; What the object has that it gives, beside the functions written in it.
([(return_statement (object [(shorthand_property_identifier) @bind.name @bind.value
    (pair key: (property_identifier) @bind.name value: [(identifier) (member_expression)] @bind.value)]))
  (arrow_function body: (parenthesized_expression (object [(shorthand_property_identifier) @bind.name @bind.value
    (pair key: (property_identifier) @bind.name value: [(identifier) (member_expression)] @bind.value)])))] @bind.given)

; Blocks: a name that is declared in several of one function, or of one file, is another in each.
(statement_block) @block
