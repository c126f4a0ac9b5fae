/** Our own modules import each other by the names of their build, `.js`; only these are resolved to TypeScript. */
const OWN = /^\.{1,2}\/.*\.js$/;

module.exports = (name, options) => {
  const own = OWN.test(name) && !options.basedir.includes('/node_modules/');
  return options.defaultResolver(own ? `${name.slice(0, -3)}.ts` : name, options);
};
