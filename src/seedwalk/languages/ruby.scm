; Compiling analyses every node that a pattern names by its type and looks into; a `call` takes 10 ms each time. So patterns
; of one root share it as groups in an alternation, each group with predicates on captures of its own (a predicate on a
; capture that is not there holds), and inner nodes that a field or a word already tells are `(_)`, which is not analysed:
; only a call has `method:`, only methods start with `def`, only an assignment holds `=`. A group must not begin with an
; alternation of its own: all but the first choice would be lost. Hot patterns stay alone, with one predicate.

; Definitions. A comment that opens a body stands beside it in the tree: the signature ends at whichever comes first.
; The receiver of a singleton method is its @params: `def self.get` and `def get` are two symbols of one name.
(program (_ . "def" . name: (_) @name . parameters: (_)? . [body: (_) (comment) "end"] @body) @def.function)
(singleton_class value: (_) @params
  body: (_ (_ . "def" . name: (_) @name . parameters: (_)? . [body: (_) (comment) "end"] @body) @def.method))
(method name: (_) @name . parameters: (_)? . [body: (_) (comment) "end"] @body) @def.method
(_ "def" object: (_) @params name: (_) @name . parameters: (_)? . [body: (_) (comment) "end"] @body) @def.method
(class name: [(constant) @name (_ scope: (_)? @owner name: (constant) @name)]
  . superclass: (_)? . [body: (_) (comment) "end"] @body) @def.class
(module name: [(constant) @name (_ scope: (_)? @owner name: (constant) @name)]
  . [body: (_) (comment) "end"] @body) @def.module

; A constant that a class macro's result is given to: its span is that of the assignment, found below. And what else is new.
((assignment [
    ([left: (constant) @name] right: (_ . receiver: (constant) @_struct method: (identifier) @_define block: (_)? @body) @def.struct)
    ([left: (constant) @name] right: (_ . receiver: (constant) @_class method: (identifier) @_new block: (_)? @body) @def.class)
    ([left: (constant) @name] right: (_ . receiver: (constant) @_module method: (identifier) @_new block: (_)? @body) @def.module)
    ([left: (constant)] right: (_ . receiver: (constant) @_class arguments: (_ . [(constant) (scope_resolution)] @ref.extends)))
    ([left: (_) @bind.name] right: (_ . receiver: [(constant) (scope_resolution)] @bind.type method: (identifier) @_new))
    ([left: (_) @bind.name] right: (_ method: (_) @bind.macro arguments: (_ . (simple_symbol))))])
  (#eq? @_new "new") (#eq? @_class "Class") (#eq? @_module "Module")
  (#any-of? @bind.macro "create" "build" "build_stubbed" "Fabricate")
  (#any-of? @_struct "Struct" "Data") (#any-of? @_define "new" "define")
  (#not-match? @bind.type "^(Struct|Class|Module|Proc)$"))
((assignment left: [(constant) (identifier)] @name right: [
    (lambda body: (_) @body) (_ !receiver method: (identifier) @_m block: (_) @body)]) @def.function
  (#any-of? @_m "lambda" "proc"))
(assignment left: [(constant) @name (_ scope: (_) @owner name: (constant) @name)]
  right: (_ [block: (_) body: (_)]? @body)) @def.constant
(operator_assignment left: (constant) @name) @def.constant
(program (_ . left: (global_variable) @name "=") @def.constant)

(module body: (_ (_ . left: [(instance_variable) (class_variable)] @name "=") @def.field))
(assignment left: [(instance_variable) (class_variable)] @name) @def.field @in_type
(operator_assignment left: [(instance_variable) (class_variable)] @name) @def.field @in_type
(left_assignment_list [(instance_variable) (class_variable)] @name @def.field @in_type)

; What a call without a receiver says by its name: macros that define names, that take types, that reopen a class, that
; declare what a field holds (an association) or what a scope gives; and what RSpec's `let` and `subject` are, by what they
; call or by the name of the factory they ask (factory_bot, fabrication).
((call !receiver . [
    ([method: (identifier) @_fields] arguments: (_ . (simple_symbol) @name @def.field))
    ([method: (identifier) @_fields] arguments: (_ . (simple_symbol) (simple_symbol) @name @def.field))
    ([method: (identifier) @_delegate] arguments: (_ . (simple_symbol) @name @def.method))
    ([method: (identifier) @_delegators] arguments: (_ . [(simple_symbol) (string)] (simple_symbol) @name @def.method))
    ([method: (identifier) @_include] arguments: (_ [(constant) (scope_resolution)] @ref.implements))
    ([method: (identifier) @_raise] arguments: (_ . [(constant) @ref.raise (scope_resolution) @ref.raise
      (_ . receiver: [(constant) (scope_resolution)] @ref.raise)]))
    ([method: (identifier) @_refine] arguments: (_ . [(constant) (scope_resolution)] @scope.name) block: (_) @scope)
    ([method: (identifier) @_namespace] arguments: (_ . (simple_symbol) @scope.name) block: (_) @scope)
    ([method: (identifier) @bind.macro] arguments: (_ . (simple_symbol) @bind.symbol))
    ([method: (identifier) @_scope] arguments: (_ . (simple_symbol) . (_ [
      (_ body: (_ [(call !arguments !block) @bind.returned (_ !block arguments: (_ . "(")) @bind.returned] .))])))
    ([method: (identifier) @_let] arguments: (_ . (simple_symbol) @bind.symbol) block: (_ body: (_ [
      (call !arguments !block) @bind.value (_ !block arguments: (_ . "(")) @bind.value] .)))
    ([method: (identifier) @_let] arguments: (_ . (simple_symbol) @bind.symbol) block: (_ body: (_
      (_ method: (_) @bind.macro arguments: (_ . (simple_symbol))) .)))
    ([method: (identifier) @bind.name] block: (_ body: (_ [
      (call !arguments !block) @bind.value (_ !block arguments: (_ . "(")) @bind.value] .)))])
  (#eq? @_delegate "delegate") (#any-of? @_include "include" "extend" "prepend") (#any-of? @_raise "raise" "fail")
  (#any-of? @_delegators "delegate" "def_delegators" "def_instance_delegators") (#eq? @_refine "refine")
  (#any-of? @bind.macro "has_many" "has_one" "belongs_to" "has_and_belongs_to_many" "create" "build" "build_stubbed" "Fabricate")
  (#eq? @_scope "scope")
  (#eq? @_namespace "namespace") (#any-of? @_let "let" "let!" "subject" "subject!") (#eq? @bind.name "subject")
  (#any-of? @_fields "attr_reader" "attr_accessor" "attr_writer" "attr" "class_attribute" "mattr_accessor" "cattr_accessor"
    "has_many" "has_one" "belongs_to" "has_and_belongs_to_many" "has_one_attached" "has_many_attached"))
; Where one name is defined the call is its span: a method behind `private`, a name alone behind `attr_reader` (which
; stays the field the pattern above makes it). A `scope` of a router takes no value, or only options.
((call !receiver . [
    ([method: (identifier)] arguments: (_ . [
      (_ . "def" . name: (_) @name . parameters: (_)? . [body: (_) (comment) "end"] @body)
      (_ . "def" object: (_) @params name: (_) @name . parameters: (_)? . [body: (_) (comment) "end"] @body)]))
    ([method: (identifier) @_define] arguments: (_ . [(simple_symbol) @name (string . (string_content) @name .)]) block: (_) @body)
    ([method: (identifier) @_alias] arguments: (_ . (simple_symbol) @name . (_ !key)))
    ([method: (identifier) @_delegator] arguments: (_ . [(simple_symbol) (string)] (simple_symbol) @name .))
    ([method: (identifier) @_attr] arguments: (_ . (simple_symbol) @name .))
    ([method: (identifier) @_holds] arguments: (_ . (simple_symbol) @name . [(pair) (lambda) (call)]*  .))]) @def.method
  (#any-of? @_define "define_method" "define_singleton_method") (#any-of? @_alias "alias_method" "scope" "define_method")
  (#any-of? @_delegator "def_delegator" "def_instance_delegator")
  (#any-of? @_attr "attr_reader" "attr_accessor" "attr_writer" "attr" "class_attribute" "mattr_accessor" "cattr_accessor")
  (#any-of? @_holds "has_many" "has_one" "belongs_to" "has_and_belongs_to_many" "has_one_attached" "has_many_attached"))
; Tasks of Rake, qualified by the namespaces around them.
((call !receiver . method: (identifier) @_task arguments: (_ . [
    (simple_symbol) @name (string . (string_content) @name .) (pair key: [(hash_key_symbol) @name (simple_symbol) @name
      (string . (string_content) @name .)])]) block: (_) @body) @def.function
  (#any-of? @_task "task" "multitask"))
(alias name: [(identifier) (constant) (setter) (operator) (simple_symbol)] @name) @def.method

; Text. A magic comment documents nothing.
((comment) @comment (#not-match? @comment "^#(!|\\s*(-\\*-|frozen_string_literal:|encoding:|coding:|typed:|warn_indent:))"))
((class superclass: (_ (_) @_base)) @flag.test
  (#match? @_base "^(::)?(Minitest::(Test|Spec)|Test::Unit::TestCase|(\\w+::)*(\\w*TestCase|IntegrationTest))$"))

; Calls. Without a receiver the first child is the callee; with one no node covers it alone: @end says where its text stops.
((call !receiver . (_) @ref.call)
  (#not-match? @ref.call
    "^(require(_relative)?|load|autoload|raise|fail|include|extend|prepend|attr_(reader|writer|accessor)|private(_constant|_class_method)?|public|protected|module_function|define_method|alias_method|delegate|def_delegators?|lambda|proc|loop|puts|super)$"))
((call receiver: (_) @ref.call method: (_) @end) (#not-eq? @end "new"))
((call receiver: [(self) (identifier) (call)] @ref.call method: (identifier) @end) (#eq? @end "new"))
(assignment left: (call receiver: (_) @ref.call method: (_) @end @written))
(left_assignment_list (call receiver: (_) @ref.call method: (_) @end @written))
; By name, with a receiver: constructors, blocks that walk a list. A symbol names a method where a class macro or a reflective call takes it.
((call [
    ([receiver: (constant) @ref.new] method: (identifier) @_new)
    ([receiver: (scope_resolution) @ref.new] method: (identifier) @_new)
    ([receiver: (_) @bind.each] method: (identifier) @_each block: (_ parameters: (_ . (identifier) @bind.name)))
    ([method: (identifier) @_naming] arguments: (_ (simple_symbol) @ref.argument))
    ([receiver: (constant) @_struct] method: (identifier) @_define arguments: (_ (simple_symbol) @name @def.field))
    ([method: (identifier) @_describe] arguments: (_ . [(constant) (scope_resolution)] @bind.described) block: (_) @bind.within)
    ([receiver: (constant) @scope.name] method: (identifier) @_eval block: (_) @scope)
    ([receiver: (scope_resolution) @scope.name] method: (identifier) @_eval block: (_) @scope)])
  (#eq? @_new "new") (#any-of? @_eval "class_eval" "class_exec" "module_eval" "module_exec")
  (#any-of? @_describe "describe" "context")
  (#any-of? @_struct "Struct" "Data") (#any-of? @_define "new" "define")
  (#any-of? @_each "each" "map" "select" "reject" "each_with_index" "flat_map" "find" "detect" "filter_map" "sort_by" "find_each"
    "any?" "all?" "each_with_object" "collect" "filter" "partition" "group_by" "reverse_each" "sum")
  (#match? @_naming
    "^(method|instance_method|(public_|__)?send(__)?|(skip_)?(before|after|around)_\\w+|validate|helper_method|private|public|protected|module_function|private_class_method)$"))

; Other references. A bare name may be a method wherever a value stands; those of statements are guessed by name too.
((body_statement (identifier) @ref.call) (#not-match? @ref.call "^(private|public|protected|module_function)$"))
(then (identifier) @ref.call)
(assignment right: (identifier) @ref.call)
(block_body (identifier) @ref.call)
(super) @ref.call
(superclass [(constant) @ref.extends (scope_resolution) @ref.extends (_ [receiver: (_) object: (_)] @ref.extends)])
(exceptions [(constant) (scope_resolution)] @ref.type)
(splat_argument [(constant) (scope_resolution)] @ref.value)
(pattern [(constant) (scope_resolution)] @ref.type)
(in_clause pattern: [(constant) @ref.type (scope_resolution) @ref.type (_ class: (_) @ref.type)])
(argument_list [(identifier) (constant) (scope_resolution)] @ref.argument)
(pair value: [(identifier) (constant) (scope_resolution)] @ref.value)
(array [(identifier) (constant) (scope_resolution)] @ref.value)
(_ condition: (identifier) @ref.value)
(_ [consequence: (identifier) alternative: (identifier) operand: (identifier) body: (identifier)] @ref.value)
(case value: (identifier) @ref.value)
(else (identifier) @ref.value)
(parenthesized_statements (identifier) @ref.value)
(operator_assignment right: (identifier) @ref.value)
; A name is told by its text, after what has fields is left out: naming the operands' types takes 20 ms to compile.
(binary (_ name: (constant)) @ref.value)
((binary [left: (_ !method !left !object !name) right: (_ !method !left !object !name)] @ref.value) (#match? @ref.value "^[A-Za-z_]\\w*$"))
(interpolation [(identifier) (constant) (scope_resolution)] @ref.value)
(element_reference [(identifier) (constant) (scope_resolution)] @ref.value)
(range [(constant) (scope_resolution)] @ref.value)
(alias alias: (identifier) @ref.value)
(instance_variable) @ref.attribute

; Imports
((call !receiver . (_) @_m) @import.statement (#any-of? @_m "require" "require_relative" "load" "autoload"))

; Bindings. A call with bare arguments has no brackets to leave out, so of those only what they construct is told.
((assignment left: [(identifier) (instance_variable) (class_variable) (global_variable)] @bind.name right: [
    (identifier) @bind.value (instance_variable) @bind.value (constant) @bind.value (scope_resolution) @bind.value
    (_ !arguments !block method: (_) @_m) @bind.value (_ !block method: (_) @_m arguments: (_ . "(")) @bind.value])
  (#not-eq? @_m "new"))
((operator_assignment [
    ([left: (_) @bind.name] right: (_ . receiver: [(constant) (scope_resolution)] @bind.type method: (identifier) @_new))
    ([left: (identifier) @bind.name] right: [
      (_ !arguments !block method: (_) @_m) (_ !block method: (_) @_m arguments: (_ . "("))] @bind.value)
    ([left: (instance_variable) @bind.name] right: [
      (_ !arguments !block method: (_) @_m) (_ !block method: (_) @_m arguments: (_ . "("))] @bind.value)
    ([left: (class_variable) @bind.name] right: [
      (_ !arguments !block method: (_) @_m) (_ !block method: (_) @_m arguments: (_ . "("))] @bind.value)])
  (#eq? @_new "new") (#not-eq? @_m "new"))
(optional_parameter name: (_) @bind.name value: [(constant) (scope_resolution) (call !block)] @bind.value)
(keyword_parameter name: (_) @bind.name value: [(constant) (scope_resolution) (call !block)] @bind.value)
; Whatever is assigned or taken: the name is a variable from there on, and no method of that name.
(assignment left: (identifier) @bind.name)
(operator_assignment left: (identifier) @bind.name)
(method_parameters [(identifier) @bind.name (_ name: (identifier) @bind.name)])
(left_assignment_list (identifier) @bind.name)
(exception_variable (identifier) @bind.name)
(block parameters: (_ [(identifier) @bind.name (_ name: (identifier) @bind.name)])) @bind.within
(do_block parameters: (_ [(identifier) @bind.name (_ name: (identifier) @bind.name)])) @bind.within
(lambda parameters: (_ [(identifier) @bind.name (_ name: (identifier) @bind.name)])) @bind.within
(block parameters: (_ (destructured_parameter (identifier) @bind.name))) @bind.within
(do_block parameters: (_ (destructured_parameter (identifier) @bind.name))) @bind.within
(case value: (identifier) @bind.name
  (when . pattern: (_ [(constant) (scope_resolution)] @bind.type) . body: (_) @bind.within))
((if condition: (_ . receiver: (identifier) @bind.name method: (_) @_kind arguments: (_ . [(constant) (scope_resolution)] @bind.type))
  consequence: (_) @bind.within) (#any-of? @_kind "is_a?" "kind_of?" "instance_of?"))
(for pattern: (identifier) @bind.name value: (in (_) @bind.each))
(rescue exceptions: (_ . [(constant) (scope_resolution)] @bind.type)
  variable: (_ (identifier) @bind.name))
(return (_ [(identifier) (instance_variable) (constant) (scope_resolution) (call !arguments !block)
  (_ !block arguments: (_ . "("))] @bind.returned))
; What the last statement of a body gives.
(_ "def" body: (_ [(instance_variable) @bind.returned (constant) @bind.returned (self) @bind.returned (identifier) @bind.returned
  (assignment right: [(instance_variable) (identifier) (call !arguments !block) (_ !block arguments: (_ . "("))] @bind.returned)
  (call !arguments !block) @bind.returned (_ !block arguments: (_ . "(")) @bind.returned
  (_ . left: (_) operator: ["||=" "&&="] right: [(call !arguments !block) (_ !block arguments: (_ . "("))] @bind.returned)] .) "end")
(method body: (call !block) @bind.returned)
