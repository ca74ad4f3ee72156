; Of several matches of one name the first to be complete sets its signature, hence one pattern for each way a node can
; end, and no pattern for "any value" beside those that look inside the value.

; Definitions. A comment that opens a body stands beside it in the tree: the signature ends at whichever comes first.
; The receiver of a singleton method is its @params: `def self.get` and `def get` are two symbols of one name.
(program (method name: (_) @name [body: (_) (comment)] @body) @def.function)
(program (method !body name: (_) @name "end" @body) @def.function)
(singleton_class value: (_) @params
  body: (body_statement (method name: (_) @name [body: (_) (comment) "end"] @body) @def.method))
(method name: (_) @name [body: (_) (comment)] @body) @def.method
(method !body name: (_) @name "end" @body) @def.method
(program (singleton_method object: (constant) @owner @params name: (_) @name [body: (_) (comment) "end"] @body) @def.method)
(singleton_method object: (_) @params name: (_) @name [body: (_) (comment)] @body) @def.method
(singleton_method !body object: (_) @params name: (_) @name "end" @body) @def.method
(call !receiver arguments: (argument_list . [(method name: (_) @name [body: (_) (comment) "end"] @body)
  (singleton_method object: (_) @params name: (_) @name [body: (_) (comment) "end"] @body)])) @def.method

(class name: (constant) @name [body: (_) (comment)] @body) @def.class
(class !body name: (constant) @name "end" @body) @def.class
(class name: (scope_resolution scope: (_) @owner name: (constant) @name) [body: (_) (comment) "end"] @body) @def.class
(class name: (scope_resolution !scope name: (constant) @name) [body: (_) (comment) "end"] @body) @def.class
(module name: (constant) @name [body: (_) (comment)] @body) @def.module
(module !body name: (constant) @name "end" @body) @def.module
(module name: (scope_resolution scope: (_) @owner name: (constant) @name) [body: (_) (comment) "end"] @body) @def.module
(module name: (scope_resolution !scope name: (constant) @name) [body: (_) (comment) "end"] @body) @def.module

((assignment left: (constant) @name right: (call receiver: (constant) @_r method: (identifier) @_m block: (_) @body)) @def.struct
  (#any-of? @_r "Struct" "Data") (#any-of? @_m "new" "define"))
((assignment left: (constant) @name right: (call receiver: (constant) @_r method: (identifier) @_m !block)) @def.struct
  (#any-of? @_r "Struct" "Data") (#any-of? @_m "new" "define"))
((assignment left: (constant) @name right: (call receiver: (constant) @_r method: (identifier) @_m block: (_) @body)) @def.class
  (#eq? @_r "Class") (#eq? @_m "new"))
((assignment left: (constant) @name right: (call receiver: (constant) @_r method: (identifier) @_m !block)) @def.class
  (#eq? @_r "Class") (#eq? @_m "new"))
((assignment left: (constant) @name right: (call receiver: (constant) @_r method: (identifier) @_m block: (_) @body)) @def.module
  (#eq? @_r "Module") (#eq? @_m "new"))
((assignment left: (constant) right: (call receiver: (constant) @_r arguments: (argument_list (simple_symbol) @name @def.field)))
  (#any-of? @_r "Struct" "Data"))
((superclass (call receiver: (constant) @_r arguments: (argument_list (simple_symbol) @name @def.field)))
  (#any-of? @_r "Struct" "Data"))

(assignment left: [(constant) (identifier)] @name right: (lambda body: (_) @body)) @def.function
((assignment left: [(constant) (identifier)] @name right: (call !receiver method: (identifier) @_m block: (_) @body)) @def.function
  (#any-of? @_m "lambda" "proc"))
((assignment left: [(constant) (identifier)] @name right: (call receiver: (constant) @_r block: (_) @body)) @def.function
  (#eq? @_r "Proc"))
(assignment left: (constant) @name right: (call block: (_) @body)) @def.constant
(assignment left: (constant) @name right: (call !block)) @def.constant
(assignment left: (constant) @name right: [(array) (assignment) (begin) (binary) (case) (chained_string) (character) (class_variable)
  (conditional) (constant) (delimited_symbol) (element_reference) (false) (float) (global_variable) (hash) (heredoc_beginning)
  (identifier) (if) (instance_variable) (integer) (nil) (operator_assignment) (parenthesized_statements) (range) (rational)
  (regex) (rescue_modifier) (right_assignment_list) (scope_resolution) (self) (simple_symbol) (splat_argument) (string)
  (string_array) (subshell) (symbol_array) (true) (unary) (unless)]) @def.constant
(operator_assignment left: (constant) @name) @def.constant
(assignment left: (scope_resolution scope: (_) @owner name: (constant) @name)) @def.constant
(left_assignment_list (constant) @name @def.constant)
(program (assignment left: (global_variable) @name) @def.constant)

(module body: (body_statement (assignment left: [(instance_variable) (class_variable)] @name) @def.field))
(assignment left: [(instance_variable) (class_variable)] @name) @def.field @in_type
(operator_assignment left: [(instance_variable) (class_variable)] @name) @def.field @in_type
(left_assignment_list [(instance_variable) (class_variable)] @name @def.field @in_type)

; What the usual class macros define. One name: the whole call is its span; several: each has its own.
((call !receiver method: (identifier) @_m arguments: (argument_list . (simple_symbol) @name .)) @def.field
  (#any-of? @_m "attr" "attr_reader" "attr_writer" "attr_accessor" "class_attribute" "mattr_accessor" "mattr_reader"
    "mattr_writer" "cattr_accessor" "cattr_reader" "cattr_writer" "thread_mattr_accessor"))
((call !receiver method: (identifier) @_m arguments: (argument_list (simple_symbol) @name @def.field))
  (#any-of? @_m "attr" "attr_reader" "attr_writer" "attr_accessor" "class_attribute" "mattr_accessor" "mattr_reader"
    "mattr_writer" "cattr_accessor" "cattr_reader" "cattr_writer" "thread_mattr_accessor"))
((call !receiver method: (identifier) @_m arguments: (argument_list . (simple_symbol) @name)) @def.field
  (#any-of? @_m "has_many" "has_one" "belongs_to" "has_and_belongs_to_many" "has_one_attached" "has_many_attached"))
((call !receiver method: (identifier) @_m
    arguments: (argument_list . [(simple_symbol) @name (string . (string_content) @name .)]) block: (_) @body) @def.method
  (#any-of? @_m "define_method" "define_singleton_method"))
((call !receiver method: (identifier) @_m !block
    arguments: (argument_list . [(simple_symbol) @name (string . (string_content) @name .)])) @def.method
  (#any-of? @_m "define_method" "define_singleton_method" "alias_method"))
((call !receiver method: (identifier) @_m arguments: (argument_list . (simple_symbol) @name . (lambda) @body)) @def.method
  (#eq? @_m "scope"))
(alias name: [(identifier) (constant) (setter) (operator) (simple_symbol)] @name) @def.method
((call !receiver method: (identifier) @_m arguments: (argument_list . (simple_symbol) @name . (pair))) @def.method
  (#eq? @_m "delegate"))
((call !receiver method: (identifier) @_m arguments: (argument_list (simple_symbol) @name @def.method))
  (#eq? @_m "delegate"))
((call !receiver method: (identifier) @_m arguments: (argument_list . (_) . (simple_symbol) @name .)) @def.method
  (#any-of? @_m "def_delegator" "def_instance_delegator" "def_delegators" "def_instance_delegators"))
((call !receiver method: (identifier) @_m arguments: (argument_list . (_) . (_) . (simple_symbol) @name)) @def.method
  (#any-of? @_m "def_delegator" "def_instance_delegator"))
((call !receiver method: (identifier) @_m arguments: (argument_list . (_) (simple_symbol) @name @def.method))
  (#any-of? @_m "def_delegators" "def_instance_delegators"))

; Scopes: reopening a class by a block
((call !receiver method: (identifier) @_m arguments: (argument_list . [(constant) (scope_resolution)] @scope.name)
    block: (_)) @scope
  (#eq? @_m "refine"))
((call receiver: [(constant) (scope_resolution)] @scope.name method: (identifier) @_m block: (_)) @scope
  (#any-of? @_m "class_eval" "class_exec" "module_eval" "module_exec"))

; Text
((comment) @comment (#not-match? @comment "^#(!|\\s*(-\\*-|frozen_string_literal:|encoding:|coding:|typed:|warn_indent:))"))
((class superclass: (superclass (_) @_base)) @flag.test
  (#match? @_base "^(::)?(Minitest::(Test|Spec)|Test::Unit::TestCase|(\\w+::)*(\\w*TestCase|IntegrationTest|SystemTestCase))$"))
((call receiver: (constant) @_r method: (identifier) @_m block: (_)) @flag.test
  (#eq? @_r "RSpec") (#any-of? @_m "describe" "context" "shared_examples" "shared_context"))

; References. A call has no node for its callee alone: @end says where its text stops.
((call !receiver method: [(identifier) (constant)] @ref.call)
  (#not-match? @ref.call "^(require|require_relative|load|autoload|raise|fail|include|extend|prepend|attr_reader|attr_writer|attr_accessor|private|public|protected|module_function|private_constant|private_class_method|define_method|alias_method|delegate|def_delegator|def_delegators|lambda|proc|loop|block_given\\?|puts)$"))
(call receiver: [(identifier) (call) (instance_variable) (class_variable) (global_variable) (self) (super)
  (element_reference) (parenthesized_statements)] !arguments !block) @ref.call
(call receiver: [(identifier) (call) (instance_variable) (class_variable) (global_variable) (self) (super)
  (element_reference) (parenthesized_statements)] method: (_) @end arguments: (_)) @ref.call
(call receiver: [(identifier) (call) (instance_variable) (class_variable) (global_variable) (self) (super)
  (element_reference) (parenthesized_statements)] method: (_) @end !arguments block: (_)) @ref.call
((call receiver: [(constant) (scope_resolution)] method: (_) @end) @ref.call (#not-eq? @end "new"))
((call receiver: [(constant) (scope_resolution)] @ref.new method: (identifier) @_m) (#eq? @_m "new"))
((body_statement (identifier) @ref.call) (#not-match? @ref.call "^(private|public|protected|module_function)$"))
(then (identifier) @ref.call)
(else (identifier) @ref.call)
(block_body (identifier) @ref.call)
(super) @ref.call
(superclass [(constant) (scope_resolution)] @ref.extends)
(superclass (call receiver: [(constant) (scope_resolution)] @ref.extends))
(superclass (element_reference object: [(constant) (scope_resolution)] @ref.extends))
((assignment left: (constant) right: (call receiver: (constant) @_r
    arguments: (argument_list . [(constant) (scope_resolution)] @ref.extends)))
  (#eq? @_r "Class"))
((call !receiver method: (identifier) @_m arguments: (argument_list [(constant) (scope_resolution)] @ref.implements))
  (#any-of? @_m "include" "extend" "prepend"))
((call !receiver method: (identifier) @_m arguments: (argument_list . [(constant) (scope_resolution)
    (call receiver: [(constant) (scope_resolution)] method: (_) !block)] @ref.raise))
  (#any-of? @_m "raise" "fail"))
(exceptions [(constant) (scope_resolution)] @ref.type)
(pattern [(constant) (scope_resolution)] @ref.type)
(in_clause pattern: [(constant) (scope_resolution)] @ref.type)
(hash_pattern class: (_) @ref.type)
(array_pattern class: (_) @ref.type)
(call arguments: (argument_list [(identifier) (constant) (scope_resolution)] @ref.argument))
(pair value: [(identifier) (constant) (scope_resolution)] @ref.value)
(array [(constant) (scope_resolution)] @ref.value)
(binary [(constant) (scope_resolution)] @ref.value)
(interpolation [(identifier) (constant) (scope_resolution)] @ref.value)
(element_reference object: [(constant) (scope_resolution)] @ref.value)
(alias alias: (identifier) @ref.value)
(instance_variable) @ref.attribute
; A symbol names a method where a class macro or a reflective call takes it.
((class body: (body_statement (call !receiver method: (identifier) @_m arguments: (argument_list (simple_symbol) @ref.argument))))
  (#not-match? @_m "^(attr|attr_reader|attr_writer|attr_accessor|has_many|has_one|belongs_to|delegate|define_method|alias_method|private_constant)$"))
((call method: (identifier) @_m arguments: (argument_list . (simple_symbol) @ref.argument))
  (#any-of? @_m "method" "send" "public_send" "__send__" "respond_to?" "instance_method"))

; Imports
((call !receiver method: (identifier) @_m arguments: (argument_list)) @import.statement
  (#any-of? @_m "require" "require_relative" "load" "autoload"))

; Bindings. A call with bare arguments has no brackets to leave out, so only what it constructs is told.
((assignment left: [(identifier) (instance_variable) (class_variable) (global_variable) (constant)] @bind.name
    right: (call receiver: [(constant) (scope_resolution)] @bind.type method: (identifier) @_m))
  (#eq? @_m "new") (#not-match? @bind.type "^(Struct|Class|Module|Proc)$"))
((operator_assignment left: [(identifier) (instance_variable) (class_variable) (global_variable) (constant)] @bind.name
    right: (call receiver: [(constant) (scope_resolution)] @bind.type method: (identifier) @_m))
  (#eq? @_m "new") (#not-match? @bind.type "^(Struct|Class|Module|Proc)$"))
((assignment left: [(identifier) (instance_variable) (class_variable) (global_variable)] @bind.name
    right: [(identifier) (instance_variable) (constant) (scope_resolution)] @bind.value))
((assignment left: [(identifier) (instance_variable) (class_variable) (global_variable)] @bind.name
    right: [(call method: (_) @_m !arguments !block) (call method: (_) @_m arguments: (argument_list . "("))] @bind.value)
  (#not-eq? @_m "new"))
((operator_assignment left: [(identifier) (instance_variable) (class_variable)] @bind.name
    right: [(call method: (_) @_m !arguments !block) (call method: (_) @_m arguments: (argument_list . "("))] @bind.value)
  (#not-eq? @_m "new"))
(optional_parameter name: (identifier) @bind.name value: [(constant) (scope_resolution) (call !block)] @bind.value)
(keyword_parameter name: (identifier) @bind.name value: [(constant) (scope_resolution) (call !block)] @bind.value)
(method_parameters (identifier) @bind.name)
((call receiver: (_) @bind.each method: (identifier) @_m block: (_ parameters: (block_parameters . (identifier) @bind.name)))
  (#any-of? @_m "each" "map" "select" "reject" "each_with_index" "flat_map" "find" "detect" "filter_map" "sort_by" "find_each"
    "any?" "all?" "each_with_object" "collect" "filter" "partition" "group_by" "reverse_each" "sum"))
(for pattern: (identifier) @bind.name value: (in [(identifier) (call) (instance_variable) (constant)] @bind.each))
(rescue exceptions: (exceptions . [(constant) (scope_resolution)] @bind.type)
  variable: (exception_variable (identifier) @bind.name))
(return (argument_list [(identifier) (instance_variable) (constant) (scope_resolution) (call !arguments !block)
  (call arguments: (argument_list . "("))] @bind.returned))
(method body: (body_statement [(instance_variable) (constant) (scope_resolution) (call !arguments !block)
  (call arguments: (argument_list . "("))] @bind.returned .))
(method body: (body_statement
  (operator_assignment right: [(call !arguments !block) (call arguments: (argument_list . "("))] @bind.returned) .))
(method body: (call) @bind.returned)
(singleton_method body: (body_statement [(instance_variable) (constant) (scope_resolution) (call !arguments !block)
  (call arguments: (argument_list . "("))] @bind.returned .))
(singleton_method body: (body_statement
  (operator_assignment right: [(call !arguments !block) (call arguments: (argument_list . "("))] @bind.returned) .))
(singleton_method body: (call) @bind.returned)
