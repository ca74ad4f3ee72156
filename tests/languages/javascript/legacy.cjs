'use strict'

const { join, resolve: absolute } = require('node:path')
// <- imports: node:path join
// <- imports: node:path resolve as absolute
var merge = require('utils-merge'), deep = require('./deep').merge
//  ^ imports: utils-merge as merge
//                                  ^ imports: ./deep merge as deep
require('./setup')
// <- imports: ./setup
exports.Router = require('./router')
// <- imports: ./router as Router reexported

/**
 * The application.
 */
var app = exports = module.exports = {}
//  ^ defines: app (constant)
//  ^ doc: The application.

/**
 * Starts it.
 */
app.init = function init(options) {
//  ^ defines: app.init (method)
//  ^ doc: Starts it.
//  ^ signature: app.init = function init(options)
//  ^ span: 0..+2
  this.options = merge({}, options)
  //             ^ call: merge
}

exports.listen = function (port) { return app.init(port) }
//      ^ defines: listen (function)
//                                            ^ call: app.init
exports.version = '1.0'
//      ^ defines: version (constant)

function View(name) { this.name = name }
//       ^ defines: View (function)
View.prototype.render = function render() { return new Page(this.name) }
//             ^ defines: View.render (method)
//                                                     ^ new: Page
//                                                 ^ binds: return : Page =
function Layout() {}
//       ^ defines: Layout (function)
Layout.prototype.render = function render() {}
//               ^ defines: Layout.render (method)

app.use(function onError(err, req, res) { throw err })
//               ^ defines: onError (function)
//                                              ^ raise: err

module.exports = {
  open() {},
  // <- defines: open (method)
  close: function () {},
  // <- defines: close (method)
  View,
  // <- value: View
}
module.exports = View
//     ^ binds: module.exports : = View
