const { EventTarget } = require('./events.js');

function Old() {}
Old.prototype = Object.create(EventTarget.prototype);
Old.prototype.hello = function () {
  return 'hello';
};

module.exports = { Old };
