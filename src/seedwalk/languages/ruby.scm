; Compiling costs about 10 ms for each pattern that looks inside a call, so what can share a pattern does.

; Definitions. A comment that opens a body stands beside it in the tree: the signature ends at whichever comes first.
; The receiver of a singleton method is its @params: `def self.get` and `def get` are two symbols of one name.
(program (method name: (_) @name . parameters: (_)? . [body: (_) (comment) "end"] @body) @def.function)
(singleton_class value: (_) @params
  body: (body_statement (method name: (_) @name . parameters: (_)? . [body: (_) (comment) "end"] @body) @def.method))
(method name: (_) @name . parameters: (_)? . [body: (_) (comment) "end"] @body) @def.method
(singleton_method object: (_) @params
    name: (_) @name . parameters: (_)? . [body: (_) (comment) "end"] @body) @def.method
(call !receiver arguments: (argument_list . [(method name: (_) @name . parameters: (_)? . [body: (_) (comment) "end"] @body)
  (singleton_method object: (_) @params
    name: (_) @name . parameters: (_)? . [body: (_) (comment) "end"] @body)])) @def.method
(class name: [(constant) @name (scope_resolution scope: (_)? @owner name: (constant) @name)]
  . superclass: (_)? . [body: (_) (comment) "end"] @body) @def.class
(module name: [(constant) @name (scope_resolution scope: (_)? @owner name: (constant) @name)]
  . [body: (_) (comment) "end"] @body) @def.module

((assignment left: (constant) @name
    right: (call receiver: (constant) @_r method: (identifier) @_m block: (_)? @body)) @def.struct
  (#any-of? @_r "Struct" "Data") (#any-of? @_m "new" "define"))
((assignment left: (constant) @name
    right: (call receiver: (constant) @_r method: (identifier) @_m block: (_)? @body)) @def.class
  (#eq? @_r "Class") (#eq? @_m "new"))
((assignment left: (constant) @name
    right: (call receiver: (constant) @_r method: (identifier) @_m block: (_)? @body)) @def.module
  (#eq? @_r "Module") (#eq? @_m "new"))
((call receiver: (constant) @_r method: (identifier) @_m arguments: (argument_list (simple_symbol) @name @def.field))
  (#any-of? @_r "Struct" "Data") (#any-of? @_m "new" "define"))

(assignment left: [(constant) (identifier)] @name right: (lambda body: (_) @body)) @def.function
((assignment left: [(constant) (identifier)] @name right: (call !receiver method: (identifier) @_m block: (_) @body)) @def.function
  (#any-of? @_m "lambda" "proc"))
(assignment left: [(constant) @name (scope_resolution scope: (_) @owner name: (constant) @name)]
  right: (_ [block: (_) body: (_)]? @body)) @def.constant
(operator_assignment left: (constant) @name) @def.constant
(program (assignment left: (global_variable) @name) @def.constant)

(module body: (body_statement (assignment left: [(instance_variable) (class_variable)] @name) @def.field))
(assignment left: [(instance_variable) (class_variable)] @name) @def.field @in_type
(operator_assignment left: [(instance_variable) (class_variable)] @name) @def.field @in_type
(left_assignment_list [(instance_variable) (class_variable)] @name @def.field @in_type)

; What the usual class macros define. A lone name has the whole call as its span, several have a symbol each.
((call !receiver method: (identifier) @_m arguments: (argument_list . (simple_symbol) @name .)) @def.field
  (#any-of? @_m "attr_reader" "attr_accessor" "attr_writer" "attr" "class_attribute" "mattr_accessor" "cattr_accessor"))
((call !receiver method: (identifier) @_m arguments: (argument_list (simple_symbol) @name @def.field))
  (#any-of? @_m "attr_reader" "attr_accessor" "attr_writer" "attr" "class_attribute" "mattr_accessor" "cattr_accessor"
    "has_many" "has_one" "belongs_to" "has_and_belongs_to_many" "has_one_attached" "has_many_attached"))
((call !receiver method: (identifier) @_m
    arguments: (argument_list . [(simple_symbol) @name (string . (string_content) @name .)]) block: (_) @body) @def.method
  (#any-of? @_m "define_method" "define_singleton_method"))
((call !receiver method: (identifier) @_m !block arguments: (argument_list . (simple_symbol) @name)) @def.method
  (#any-of? @_m "alias_method" "scope" "define_method"))
(alias name: [(identifier) (constant) (setter) (operator) (simple_symbol)] @name) @def.method
((call !receiver method: (identifier) @_m arguments: (argument_list . (_) (simple_symbol) @name .)) @def.method
  (#any-of? @_m "def_delegator" "def_instance_delegator"))
((call !receiver method: (identifier) @_m arguments: (argument_list . (_) (simple_symbol) @name @def.method))
  (#any-of? @_m "def_delegators" "def_instance_delegators"))
((call !receiver method: (identifier) @_m arguments: (argument_list (simple_symbol) @name @def.method))
  (#eq? @_m "delegate"))

; Scopes: a class reopened by a block
((call !receiver method: (identifier) @_m
    arguments: (argument_list . [(constant) (scope_resolution)] @scope.name) block: (_)) @scope
  (#eq? @_m "refine"))
((call receiver: [(constant) (scope_resolution)] @scope.name method: (identifier) @_m block: (_)) @scope
  (#any-of? @_m "class_eval" "class_exec" "module_eval" "module_exec"))

; Text. A magic comment documents nothing.
((comment) @comment (#not-match? @comment "^#(!|\\s*(-\\*-|frozen_string_literal:|encoding:|coding:|typed:|warn_indent:))"))
((class superclass: (superclass (_) @_base)) @flag.test
  (#match? @_base "^(::)?(Minitest::(Test|Spec)|Test::Unit::TestCase|(\\w+::)*(\\w*TestCase|IntegrationTest))$"))

; References. A call has no node for its callee alone: @end says where its text stops.
((call !receiver method: [(identifier) (constant)] @ref.call)
  (#not-match? @ref.call
    "^(require(_relative)?|load|autoload|raise|fail|include|extend|prepend|attr_(reader|writer|accessor)|private(_constant|_class_method)?|public|protected|module_function|define_method|alias_method|delegate|def_delegators?|lambda|proc|loop|puts)$"))
((call receiver: (_) method: (_) @end) @ref.call (#not-eq? @end "new"))
((call receiver: [(constant) (scope_resolution)] @ref.new method: (identifier) @_m) (#eq? @_m "new"))
((body_statement (identifier) @ref.call) (#not-match? @ref.call "^(private|public|protected|module_function)$"))
(then (identifier) @ref.call)
(block_body (identifier) @ref.call)
(super) @ref.call
(superclass [(constant) @ref.extends (scope_resolution) @ref.extends (call receiver: (_) @ref.extends)
  (element_reference object: (_) @ref.extends)])
((assignment left: (constant) right: (call receiver: (constant) @_r
    arguments: (argument_list . [(constant) (scope_resolution)] @ref.extends)))
  (#eq? @_r "Class"))
((call !receiver method: (identifier) @_m arguments: (argument_list [(constant) (scope_resolution)] @ref.implements))
  (#any-of? @_m "include" "extend" "prepend"))
((call !receiver method: (identifier) @_m arguments: (argument_list
    . [(constant) @ref.raise (scope_resolution) @ref.raise (call receiver: [(constant) (scope_resolution)] @ref.raise)]))
  (#any-of? @_m "raise" "fail"))
(exceptions [(constant) (scope_resolution)] @ref.type)
(pattern [(constant) (scope_resolution)] @ref.type)
(in_clause pattern: [(constant) @ref.type (scope_resolution) @ref.type (_ class: (_) @ref.type)])
(argument_list [(identifier) (constant) (scope_resolution)] @ref.argument)
(pair value: [(identifier) (constant) (scope_resolution)] @ref.value)
(array [(constant) (scope_resolution)] @ref.value)
(binary [(constant) (scope_resolution)] @ref.value)
(interpolation [(identifier) (constant) (scope_resolution)] @ref.value)
(element_reference object: [(constant) (scope_resolution)] @ref.value)
(alias alias: (identifier) @ref.value)
(instance_variable) @ref.attribute
; A symbol names a method where a class macro or a reflective call takes it.
((call method: (identifier) @_m arguments: (argument_list (simple_symbol) @ref.argument))
  (#match? @_m "^(method|instance_method|(public_|__)?send(__)?|respond_to\\?|(skip_)?(before|after|around)_\\w+|validate|helper_method|private|public|protected|module_function|private_class_method)$"))

; Imports
((call !receiver method: (identifier) @_m arguments: (argument_list)) @import.statement
  (#any-of? @_m "require" "require_relative" "load" "autoload"))

; Bindings. A call with bare arguments has no brackets to leave out, so of those only what they construct is told.
((assignment left: (_) @bind.name right: (call receiver: [(constant) (scope_resolution)] @bind.type method: (identifier) @_m))
  (#eq? @_m "new") (#not-match? @bind.type "^(Struct|Class|Module|Proc)$"))
((operator_assignment left: (_) @bind.name
    right: (call receiver: [(constant) (scope_resolution)] @bind.type method: (identifier) @_m))
  (#eq? @_m "new"))
(assignment left: [(identifier) (instance_variable) (class_variable) (global_variable)] @bind.name
  right: [(identifier) (instance_variable) (constant) (scope_resolution)] @bind.value)
((assignment left: [(identifier) (instance_variable) (class_variable)] @bind.name
    right: [(call method: (_) @_m !arguments !block) (call method: (_) @_m arguments: (argument_list . "(") !block)] @bind.value)
  (#not-eq? @_m "new"))
((operator_assignment left: [(identifier) (instance_variable) (class_variable)] @bind.name
    right: [(call method: (_) @_m !arguments !block) (call method: (_) @_m arguments: (argument_list . "(") !block)] @bind.value)
  (#not-eq? @_m "new"))
(optional_parameter name: (_) @bind.name value: [(constant) (scope_resolution) (call !block)] @bind.value)
(keyword_parameter name: (_) @bind.name value: [(constant) (scope_resolution) (call !block)] @bind.value)
((call receiver: (_) @bind.each method: (identifier) @_m block: (_ parameters: (block_parameters . (identifier) @bind.name)))
  (#any-of? @_m "each" "map" "select" "reject" "each_with_index" "flat_map" "find" "detect" "filter_map" "sort_by" "find_each"
    "any?" "all?" "each_with_object" "collect" "filter" "partition" "group_by" "reverse_each" "sum"))
(for pattern: (identifier) @bind.name value: (in (_) @bind.each))
(rescue exceptions: (exceptions . [(constant) (scope_resolution)] @bind.type)
  variable: (exception_variable (identifier) @bind.name))
(return (argument_list [(identifier) (instance_variable) (constant) (scope_resolution) (call !arguments !block)
  (call arguments: (argument_list . "(") !block)] @bind.returned))
(method body: (body_statement [(instance_variable) @bind.returned (constant) @bind.returned
  (call !arguments !block) @bind.returned (call arguments: (argument_list . "(") !block) @bind.returned
  (operator_assignment right: [(call !arguments !block) (call arguments: (argument_list . "(") !block)] @bind.returned)] .))
(singleton_method body: (body_statement [(instance_variable) @bind.returned (constant) @bind.returned
  (call !arguments !block) @bind.returned (call arguments: (argument_list . "(") !block) @bind.returned
  (operator_assignment right: [(call !arguments !block) (call arguments: (argument_list . "(") !block)] @bind.returned)] .))
(method body: (call !block) @bind.returned)
