; Definitions. A declaration of one name spans its keyword; inside a group, or beside other names, it spans its own part.
(function_declaration name: (identifier) @name) @def.function
(method_declaration receiver: (parameter_list (parameter_declaration type: (_) @owner))
  name: (field_identifier) @name) @def.method

(type_declaration "type" . (type_spec name: (_) @name type: (struct_type (field_declaration_list) @body))) @def.struct
(type_declaration "(" (type_spec name: (_) @name type: (struct_type (field_declaration_list) @body)) @def.struct)
(type_declaration "type" . (type_spec name: (_) @name type: (interface_type "{" @body))) @def.interface
(type_declaration "(" (type_spec name: (_) @name type: (interface_type "{" @body)) @def.interface)
(type_declaration "type" . [(type_spec name: (_) @name) (type_alias name: (_) @name)]) @def.type_alias
(type_declaration "(" [(type_spec name: (_) @name) (type_alias name: (_) @name)] @def.type_alias)
(type_spec type: (interface_type (method_elem name: (_) @name) @def.method))

(field_declaration_list (field_declaration . name: (_) @name . type: (_)) @def.field)
(field_declaration_list (field_declaration name: (_) @name @def.field . ","))
(field_declaration_list (field_declaration "," . name: (_) @name @def.field))
(field_declaration_list (field_declaration !name type: [
  (type_identifier) @name (qualified_type name: (_) @name)
  (generic_type type: [(type_identifier) @name (qualified_type name: (_) @name)])]) @def.field)

(var_spec . name: (identifier) @name value: (expression_list . (func_literal body: (_) @body) .)) @def.function
(short_var_declaration left: (expression_list . (identifier) @name .)
  right: (expression_list . (func_literal body: (_) @body) .)) @def.function
(assignment_statement left: (expression_list . (identifier) @name .)
  right: (expression_list . (func_literal body: (_) @body) .)) @def.function
