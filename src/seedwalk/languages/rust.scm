; Definitions. Attributes before an item are part of its span (`prefix_nodes`).
(function_item name: (_) @name) @def.function
(function_signature_item name: (_) @name) @def.function
(struct_item name: (_) @name !body) @def.struct
(struct_item name: (_) @name body: (field_declaration_list)) @def.struct
(struct_item name: (_) @name body: (ordered_field_declaration_list) ";" @body) @def.struct
(union_item name: (_) @name) @def.struct
(enum_item name: (_) @name) @def.enum
(enum_variant name: (_) @name) @def.constant
(field_declaration name: (_) @name) @def.field
(trait_item name: (_) @name) @def.trait
(mod_item name: (_) @name body: (_)) @def.module
(const_item name: (_) @name) @def.constant
(static_item name: (_) @name) @def.constant
(type_item name: (_) @name) @def.type_alias
(associated_type name: (_) @name) @def.type_alias
(macro_definition name: (_) @name . (macro_rule) @body) @def.macro
(let_declaration pattern: (identifier) @name value: (closure_expression body: (_) @body)) @def.function

; Scopes
(impl_item !trait type: (_) @scope.name) @scope
(impl_item trait: (_) @scope.trait type: (_) @scope.name) @scope

; Text. Comments inside functions document no symbol.
[
  (source_file [(line_comment) (block_comment)] @comment)
  (declaration_list [(line_comment) (block_comment)] @comment)
  (field_declaration_list [(line_comment) (block_comment)] @comment)
  (enum_variant_list [(line_comment) (block_comment)] @comment)
]
((attribute_item (attribute [(identifier) (scoped_identifier)] @_name)) @flag.test
  . [(attribute_item) (line_comment)]* . [(function_item) (mod_item)] @flag.test
  (#match? @_name "(^|:|_)test$|^(test_case|rstest|quickcheck|proptest)$"))
((attribute_item (attribute (identifier) @_name arguments: (token_tree) @_when)) @flag.test
  . [(attribute_item) (line_comment)]* . [(function_item) (mod_item) (impl_item) (struct_item) (enum_item)] @flag.test
  (#eq? @_name "cfg") (#match? @_when "^\\(\\s*(test\\s*\\)|all\\(\\s*test\\b)"))
; The attribute before such a one: where an item begins decides whether it is test code.
((attribute_item) @flag.test . (attribute_item (attribute [(identifier) (scoped_identifier)] @_name))
  (#match? @_name "(^|:|_)test$|^(test_case|rstest|quickcheck|proptest)$"))
((attribute_item) @flag.test . (attribute_item (attribute (identifier) @_name arguments: (token_tree) @_when))
  (#eq? @_name "cfg") (#match? @_when "^\\(\\s*(test\\s*\\)|all\\(\\s*test\\b)"))

; References
((call_expression function: (identifier) @ref.call) (#match? @ref.call "^[a-z_]"))
((call_expression function: (identifier) @ref.new) (#match? @ref.new "^(?!Some$|Ok$|Err$)[A-Z]"))
(call_expression function: [(scoped_identifier) (field_expression)] @ref.call)
(call_expression function: (generic_function function: (_) @ref.call))
(struct_expression name: [(type_identifier) (scoped_type_identifier)] @ref.new)
(struct_expression name: (generic_type_with_turbofish type: (_) @ref.new))
((macro_invocation macro: (_) @ref.macro) (#not-match? @ref.macro
  "^(?:assert(?:_eq|_ne)?|debug_assert(?:_eq|_ne)?|e?print(?:ln)?|format|format_args|matches|panic|todo|unimplemented|unreachable|vec|write|writeln|concat|include_str|env|cfg)$"))
(impl_item trait: (_) @ref.implements)
(impl_item type: (_) @ref.type)
(trait_item bounds: (trait_bounds [(type_identifier) (scoped_type_identifier) (generic_type)] @ref.extends))
((attribute . [(identifier) (scoped_identifier)] @ref.decorator) (#not-match? @ref.decorator
  "^(?:allow|cfg|cfg_attr|default|deny|deprecated|derive|doc|expect|ignore|inline|must_use|non_exhaustive|path|repr|should_panic|test|warn)$"))
((attribute (identifier) @_derive arguments: (token_tree (identifier) @ref.decorator)) (#eq? @_derive "derive")
  (#not-match? @ref.decorator "^(?:Clone|Copy|Debug|Default|Eq|Hash|Ord|PartialEq|PartialOrd)$"))
([
  (parameter type: (_) @ref.type)
  (field_declaration type: (_) @ref.type)
  (ordered_field_declaration_list type: (_) @ref.type)
  (function_item return_type: (_) @ref.type)
  (function_signature_item return_type: (_) @ref.type)
  (closure_expression return_type: (_) @ref.type)
  (let_declaration type: (_) @ref.type)
  (const_item type: (_) @ref.type)
  (static_item type: (_) @ref.type)
  (type_item type: (_) @ref.type)
  (type_cast_expression type: (_) @ref.type)
  (type_parameter bounds: (trait_bounds (_) @ref.type))
  (where_predicate bounds: (trait_bounds (_) @ref.type))
  (associated_type bounds: (trait_bounds (_) @ref.type))
  (generic_function type_arguments: (type_arguments (_) @ref.type))
  (struct_pattern type: (_) @ref.type)
] (#not-match? @ref.type
  "^(?:[^\\w']|'\\w+|\\b(?:Err|None|Ok|Option|Self|Some|String|Vec|bool|char|dyn|impl|mut|str|f32|f64|[iu](?:8|16|32|64|128|size))\\b)*$"))
((token_tree (identifier) @ref.type . "::") (#match? @ref.type "^[A-Z]"))
((token_tree _ @_before . (identifier) @ref.call . (token_tree "("))
  (#match? @ref.call "^(?!not$|all$|any$|matches$|format$|assert)[a-z_]")
  (#match? @_before "^(?:[(,=!&|\\[{;:+*/<>?-]|[=!<>]=|&&|\\|\\||=>|\\.\\.|in|if|match|return)$"))
((token_tree _ @_before . (identifier) @ref.new . (token_tree "("))
  (#match? @ref.new "^(?!Some$|Ok$|Err$)[A-Z]")
  (#match? @_before "^(?:[(,=!&|\\[{;:+*/<>?-]|[=!<>]=|&&|\\|\\||=>|\\.\\.|in|if|match|return)$"))
; What macros are handed is a row of tokens: `assert!(self.a.b(c).d())` calls as it would outside of one.
; Where a chain begins is captured, or of several in one row only the first is found. What may stand before it is asked of
; its text: as a list of tokens it would be tried for every token of a row, which took nine parse times.
((token_tree _ @_before
  . [(identifier) (self)] @ref.call . ["." "::"] . [(identifier) (primitive_type)] @end . (token_tree "("))
  (#match? @_before "^(?:[(,=!&|\\[{;:+*/<>?-]|[=!<>]=|&&|\\|\\||=>|\\.\\.|in|if|match|return)$"))
((token_tree _ @_before
  . [(identifier) (self)] @ref.call . ["." "::"] . (identifier) . ["." "::"] . (identifier) @end . (token_tree "("))
  (#match? @_before "^(?:[(,=!&|\\[{;:+*/<>?-]|[=!<>]=|&&|\\|\\||=>|\\.\\.|in|if|match|return)$"))
((token_tree _ @_before
  . [(identifier) (self)] @ref.call . ["." "::"] . (identifier) . (token_tree "(") . "." . (identifier) @end . (token_tree "("))
  (#match? @_before "^(?:[(,=!&|\\[{;:+*/<>?-]|[=!<>]=|&&|\\|\\||=>|\\.\\.|in|if|match|return)$"))
((token_tree _ @_before
  . (identifier) @ref.call . (token_tree "(") . "." . (identifier) @end . (token_tree "("))
  (#match? @_before "^(?:[(,=!&|\\[{;:+*/<>?-]|[=!<>]=|&&|\\|\\||=>|\\.\\.|in|if|match|return)$"))
(call_expression arguments: (arguments [(scoped_identifier) (field_expression)] @ref.argument))
((arguments (identifier) @ref.argument) (#match? @ref.argument "\\w\\w"))
((call_expression function: (identifier) @_err arguments: (arguments . [
  (scoped_identifier) @ref.raise
  (call_expression function: (scoped_identifier) @ref.raise)
  (struct_expression name: (_) @ref.raise)])) (#eq? @_err "Err"))
([
  (field_initializer value: [(identifier) (scoped_identifier) (field_expression)] @ref.value)
  (let_declaration value: [(identifier) (scoped_identifier) (field_expression)] @ref.value)
  (assignment_expression right: [(identifier) (scoped_identifier) (field_expression)] @ref.value)
  (return_expression [(identifier) (scoped_identifier) (field_expression)] @ref.value)
  (array_expression [(identifier) (scoped_identifier) (field_expression)] @ref.value)
  (tuple_expression [(identifier) (scoped_identifier) (field_expression)] @ref.value)
  (match_arm value: [(identifier) (scoped_identifier) (field_expression)] @ref.value)
  (const_item value: [(identifier) (scoped_identifier)] @ref.value)
  (static_item value: [(identifier) (scoped_identifier)] @ref.value)
  (block [(identifier) (scoped_identifier) (field_expression)] @ref.value .)
  (reference_expression value: (scoped_identifier) @ref.value)
  (binary_expression (scoped_identifier) @ref.value)
  (match_pattern (scoped_identifier) @ref.value)
  (or_pattern (scoped_identifier) @ref.value)
  (tuple_struct_pattern type: (_) @ref.value)
] (#match? @ref.value "^(?!Some$|Ok$|Err$|None$).."))
; Where a field stands that is no callee, argument or value: naming the places spares a match for every callee.
[
  (binary_expression (field_expression) @ref.attribute)
  (unary_expression (field_expression) @ref.attribute)
  (reference_expression value: (field_expression) @ref.attribute)
  (index_expression . (field_expression) @ref.attribute)
  (assignment_expression left: (field_expression) @ref.attribute)
  (compound_assignment_expr left: (field_expression) @ref.attribute)
  (match_expression value: (field_expression) @ref.attribute)
  (if_expression condition: (field_expression) @ref.attribute)
  (let_condition value: (field_expression) @ref.attribute)
  (for_expression value: (field_expression) @ref.attribute)
  (type_cast_expression value: (field_expression) @ref.attribute)
  (try_expression (field_expression) @ref.attribute)
]

; Imports: a `mod name;` brings a file in as `use self::name` would
(use_declaration) @import.statement
(extern_crate_declaration) @import.statement
(mod_item !body) @import.statement

; Where the file of a module lies, if not where its name says: every path through the module leads there.
((source_file (attribute_item) @namespace @namespace.name . (attribute_item)* . (mod_item !body) @namespace.name)
  (#match? @namespace "\\bpath *= *\""))

; Bindings. `?` stays in the value: it tells that a Result or Option was opened.
(closure_expression parameters: (_ (identifier) @bind.name)) @bind.within
; In a macro's row of tokens the parameters of a closure stand between bars; what comes before these tells them from an "or".
((token_tree _ @_before . "|" . ["&" (mutable_specifier)]? . (identifier) @bind.name . ["|" ","]) @bind.within
  (#match? @_before "^(?:[(,={;]|=>)$"))
((token_tree _ @_before . "|" . (_) . "," . "&"? . (identifier) @bind.name . ["|" ","]) @bind.within
  (#match? @_before "^(?:[(,={;]|=>)$"))
((token_tree _ @_before . "|" . (token_tree (identifier) @bind.name) . "|") @bind.within
  (#match? @_before "^(?:[(,={;]|=>)$"))
((token_tree _ @_before . "|" . (identifier) @bind.name . ":" . "&"? . (identifier) @bind.type . ["|" ","]) @bind.within
  (#match? @_before "^(?:[(,={;]|=>)$"))
(parameter pattern: (identifier) @bind.name type: (_) @bind.type)
(field_declaration name: (_) @bind.name type: (_) @bind.type)
(struct_item body: (ordered_field_declaration_list . (attribute_item)* . (visibility_modifier)? . type: (_) @bind.first))
(enum_variant name: (_) @bind.of body: (ordered_field_declaration_list . type: (_) @bind.first))
(enum_variant name: (_) @bind.of body: (_ (field_declaration name: (_) @bind.name type: (_) @bind.type)))
(type_item name: (_) @bind.name type: (_) @bind.type)
; An associated type is what it is bound to be.
(associated_type name: (_) @bind.name bounds: (trait_bounds (_) @bind.type))
(const_item name: (_) @bind.name type: (_) @bind.type)
(static_item name: (_) @bind.name type: (_) @bind.type)
(let_declaration pattern: (identifier) @bind.name type: (_) @bind.type)
(let_declaration pattern: (identifier) @bind.name !type value: [
  (struct_expression name: (_) @bind.type)
  (reference_expression value: (struct_expression name: (_) @bind.type))
  (type_cast_expression type: (_) @bind.type)])
(let_declaration pattern: (identifier) @bind.name !type value: [
  (call_expression) @bind.value
  (identifier) @bind.value
  (field_expression) @bind.value
  (scoped_identifier) @bind.value
  (try_expression) @bind.value
  (await_expression) @bind.value
  (reference_expression value: [(call_expression) (identifier) (field_expression) (try_expression)] @bind.value)])
(assignment_expression left: (field_expression) @bind.name right: (call_expression) @bind.value)
; All arms of a `match` give the same: what is opened and handed on, or what one of them makes of names in sight above.
((let_declaration pattern: (identifier) @bind.name !type value: (match_expression
    value: [(identifier) (field_expression) (call_expression) (try_expression) (await_expression)] @bind.value
    body: (_ (match_arm pattern: (_ (tuple_struct_pattern type: (_) @_some . (identifier) @_held .))
      value: (identifier) @_given))))
  (#match? @_some "^(Some|Ok)$") (#eq? @_held @_given))
((let_declaration pattern: (identifier) @bind.name !type value: (match_expression
    body: (_ (match_arm value: (call_expression function: (scoped_identifier) @_made) @bind.value))))
  (#match? @_made "^[A-Z]"))
; Of several results each name has its own.
(let_declaration pattern: (tuple_pattern . [(identifier) @bind.name (mut_pattern (identifier) @bind.name)])
  value: [(call_expression) (try_expression) (await_expression)] @bind.value)
(let_declaration pattern: (tuple_pattern . (_) . [(identifier) @bind.name (mut_pattern (identifier) @bind.name)])
  value: (call_expression) @bind.second)
(for_expression pattern: [(identifier) @bind.name (reference_pattern (identifier) @bind.name)] value: [
  (identifier) @bind.each
  (field_expression) @bind.each
  (call_expression) @bind.each
  (reference_expression value: [(identifier) (field_expression) (call_expression)] @bind.each)])
(for_expression pattern: (tuple_pattern . (_) . (identifier) @bind.name .)
  value: (call_expression function: (field_expression value: (_) @bind.each field: (_) @_numbered))
  (#eq? @_numbered "enumerate"))
; A type, or a variant of one, taken apart: the first of its parts, or one by name.
([
  (match_arm pattern: (_ (tuple_struct_pattern type: (_) @bind.part . [
      (identifier) @bind.name (ref_pattern [(identifier) @bind.name (mut_pattern (identifier) @bind.name)])
      (mut_pattern (identifier) @bind.name)])))
  (match_arm pattern: (_ (or_pattern (tuple_struct_pattern type: (_) @bind.part . [
      (identifier) @bind.name (ref_pattern [(identifier) @bind.name (mut_pattern (identifier) @bind.name)])
      (mut_pattern (identifier) @bind.name)]))))
  (if_expression condition: (let_condition pattern: (tuple_struct_pattern type: (_) @bind.part . [
      (identifier) @bind.name (ref_pattern [(identifier) @bind.name (mut_pattern (identifier) @bind.name)])
      (mut_pattern (identifier) @bind.name)])))
] @bind.within (#not-match? @bind.part "^(Some|Ok|Err|Box)$"))
[
  (match_arm pattern: (_ (struct_pattern type: (_) @bind.field
    (field_pattern name: (shorthand_field_identifier) @bind.name))))
  (if_expression condition: (let_condition pattern: (struct_pattern type: (_) @bind.field
    (field_pattern name: (shorthand_field_identifier) @bind.name))))
] @bind.within
; What is opened is what it wraps, in the block behind the condition that opens it; of several conditions, in those that follow too.
([
  (_ condition: (let_condition pattern: (tuple_struct_pattern type: (identifier) @_some . [
      (identifier) @bind.name (ref_pattern [(identifier) @bind.name (mut_pattern (identifier) @bind.name)])
      (mut_pattern (identifier) @bind.name)
      (tuple_struct_pattern type: (identifier) @_inner . [
        (identifier) @bind.name (ref_pattern [(identifier) @bind.name (mut_pattern (identifier) @bind.name)])
        (mut_pattern (identifier) @bind.name)] .)] .)
    value: [
      (identifier) @bind.value (field_expression) @bind.value (call_expression) @bind.value (await_expression) @bind.value
      (try_expression) @bind.value
      (reference_expression value: [(identifier) (field_expression) (call_expression)] @bind.value)]) . (block) @bind.within)
  (_ condition: (let_chain (let_condition pattern: (tuple_struct_pattern type: (identifier) @_some . [
      (identifier) @bind.name (ref_pattern [(identifier) @bind.name (mut_pattern (identifier) @bind.name)])
      (mut_pattern (identifier) @bind.name)
      (tuple_struct_pattern type: (identifier) @_inner . [
        (identifier) @bind.name (ref_pattern [(identifier) @bind.name (mut_pattern (identifier) @bind.name)])
        (mut_pattern (identifier) @bind.name)] .)] .)
    value: [
      (identifier) @bind.value (field_expression) @bind.value (call_expression) @bind.value (await_expression) @bind.value
      (try_expression) @bind.value
      (reference_expression value: [(identifier) (field_expression) (call_expression)] @bind.value)]))) @bind.within
  (let_declaration pattern: (tuple_struct_pattern type: (identifier) @_some . [
      (identifier) @bind.name (ref_pattern [(identifier) @bind.name (mut_pattern (identifier) @bind.name)])
      (mut_pattern (identifier) @bind.name)
      (tuple_struct_pattern type: (identifier) @_inner . [
        (identifier) @bind.name (ref_pattern [(identifier) @bind.name (mut_pattern (identifier) @bind.name)])
        (mut_pattern (identifier) @bind.name)] .)] .)
    value: [
      (identifier) @bind.value (field_expression) @bind.value (call_expression) @bind.value (await_expression) @bind.value
      (try_expression) @bind.value
      (reference_expression value: [(identifier) (field_expression) (call_expression)] @bind.value)])
  (match_expression
    value: [
      (identifier) @bind.value (field_expression) @bind.value (call_expression) @bind.value (await_expression) @bind.value
      (try_expression) @bind.value
      (reference_expression value: [(identifier) (field_expression) (call_expression)] @bind.value)]
    body: (_ (match_arm pattern: (_
      (tuple_struct_pattern type: (identifier) @_some . [
      (identifier) @bind.name (ref_pattern [(identifier) @bind.name (mut_pattern (identifier) @bind.name)])
      (mut_pattern (identifier) @bind.name)
      (tuple_struct_pattern type: (identifier) @_inner . [
        (identifier) @bind.name (ref_pattern [(identifier) @bind.name (mut_pattern (identifier) @bind.name)])
        (mut_pattern (identifier) @bind.name)] .)] .)))
      @bind.within))
] (#match? @_some "^(Some|Ok)$") (#not-match? @_inner "^Err$") (#match? @bind.name "^[a-z_]"))
; A name alone is what is matched.
((match_expression
  value: [
    (identifier) @bind.value (field_expression) @bind.value (call_expression) @bind.value (await_expression) @bind.value
    (try_expression) @bind.value (self) @bind.value
    (reference_expression value: [(identifier) (field_expression) (call_expression)] @bind.value)]
  body: (_ (match_arm pattern: (match_pattern . (identifier) @bind.name)) @bind.within)) (#match? @bind.name "^[a-z_]"))
; A parameter of a closure is what the closure is passed to gives it.
(arguments (closure_expression parameters: (_
  [(identifier) @bind.name (reference_pattern (identifier) @bind.name)])) @bind.within) @bind.passed
([(function_item type_parameters: (_ (type_parameter name: (_) @bind.name bounds: (trait_bounds (_) @bind.type))))
  (function_item (where_clause (where_predicate left: (type_identifier) @bind.name bounds: (trait_bounds (_) @bind.type))))
  (function_signature_item type_parameters: (_
    (type_parameter name: (_) @bind.name bounds: (trait_bounds (_) @bind.type))))
  (function_signature_item (where_clause
    (where_predicate left: (type_identifier) @bind.name bounds: (trait_bounds (_) @bind.type))))
  (struct_item type_parameters: (_ (type_parameter name: (_) @bind.name bounds: (trait_bounds (_) @bind.type))))] (#match? @bind.type "^\\w"))
; What an `impl` says of a type parameter, the type it is for mostly leaves out.
([(impl_item type_parameters: (_ (type_parameter name: (_) @bind.name bounds: (trait_bounds (_) @bind.type)))
    type: (_) @bind.of)
  (impl_item type: (_) @bind.of (where_clause
    (where_predicate left: (type_identifier) @bind.name bounds: (trait_bounds (_) @bind.type))))] (#match? @bind.type "^\\w"))
(function_item return_type: (_) @bind.return)
(function_signature_item return_type: (_) @bind.return)
(function_item return_type: (tuple_type . (_) . (_) @bind.return2))
(function_signature_item return_type: (tuple_type . (_) . (_) @bind.return2))
