/** Our own modules name each other as they will be built, `.js`; only they are looked for as TypeScript. */
const OWN = /^\.{1,2}\/.*\.js$/;

module.exports = (name, options) => {
  const own = OWN.test(name) && !options.basedir.includes('/node_modules/');
  return options.defaultResolver(own ? `${name.slice(0, -3)}.ts` : name, options);
};
