/**
 * What the bundle changes in packages that it contains: each is published in a way that costs a start or a request more
 * than it needs. A new version of a package that is made otherwise ends the build, so that nothing is lost unnoticed.
 */
import { readFileSync } from 'node:fs';

/** A plugin for the bundler. */
export function mendPackages({ onLoad }) {
  setFields(onLoad);
  shareMetadata(onLoad);
  leaveDriversOut(onLoad);
  leaveTelephonesOut(onLoad);
  compileRoutesOnce(onLoad);
}

/**
 * markdown-it is published with its fields set by a helper, one call for each, which took a twelfth of the time of reading
 * Markdown: every token has eight of them. They are set as its sources do.
 */
function setFields(onLoad) {
  onLoad({ filter: /[\\/]markdown-it[\\/]dist[\\/]markdown-it\.mjs$/ }, ({ path }) => {
    const helper = /_defineProperty\(\s*this,\s*(?:\/\*[^]*?\*\/\s*)?"(\w+)",/g;
    const contents = readFileSync(path, 'utf8').replace(helper, 'void (this.$1 =');
    if (!contents.includes('void (this.markup =') || contents.includes('_defineProperty(this'))
      throw new Error(`${path} sets its fields otherwise than before`);
    return { contents, loader: 'js' };
  });
}

/**
 * The mapped types of Nest look for the packages of decorators beside themselves, and so load them a second time from
 * `node_modules`, with metadata of their own. They get those of the bundle.
 */
function shareMetadata(onLoad) {
  onLoad({ filter: /[\\/]mapped-types[\\/]dist[\\/]type-helpers\.utils\.js$/ }, ({ path }) => {
    const own = 'const require = createRequire(import.meta.url);';
    const source = readFileSync(path, 'utf8');
    if (!source.includes(own)) throw new Error(`${path} finds packages otherwise than before`);
    const shared = `
      import * as sharedValidator from 'class-validator';
      import * as sharedTransformer from 'class-transformer';
      import * as sharedStorage from 'class-transformer/cjs/storage.js';
      const shared = {
        'class-validator': sharedValidator,
        'class-transformer': sharedTransformer,
        'class-transformer/cjs/storage': sharedStorage,
      };
      const require = (name) => shared[name];`;
    return { contents: source.replace(own, shared), loader: 'js' };
  });
}

/** TypeORM contains what all databases need, a third of its code. Quire has PostgreSQL only. */
function leaveDriversOut(onLoad) {
  const other =
    'aurora-mysql|aurora-postgres|better-sqlite3|capacitor|cockroachdb|cordova|expo|mongodb|mysql|nativescript|oracle|react-native|sap|spanner|sqlite|sqlite-abstract|sqljs|sqlserver';
  const filter = new RegExp(`[\\\\/]typeorm[\\\\/]driver[\\\\/](?:${other})[\\\\/].*\\.js$`);
  const nothing = 'module.exports = new Proxy({}, { get: (_, name) => name === "__esModule" || class {} });';
  onLoad({ filter }, () => ({ contents: nothing, loader: 'js' }));
}

/** The decorator for telephone numbers, which no request uses, brings the rules of all countries. */
function leaveTelephonesOut(onLoad) {
  onLoad({ filter: /[\\/]class-validator[\\/]esm2015[\\/]decorator[\\/]string[\\/]IsPhoneNumber\.js$/ }, () => ({
    contents: 'export const IS_PHONE_NUMBER = "isPhoneNumber";',
    loader: 'js',
  }));
}

/**
 * The router compiles a function for each part of each path, and one for the parameters of each route, which took a
 * thirtieth of a start. A request takes those of its tree, which is compiled as a whole: the parts are compared without,
 * and the functions for parameters are compiled once for all routes with the same.
 */
function compileRoutesOnce(onLoad) {
  const replace = (path, text, from, to) => {
    if (!text.includes(from)) throw new Error(`${path} compiles its routes otherwise than before`);
    return text.replace(from, to);
  };
  onLoad({ filter: /[\\/]find-my-way[\\/]lib[\\/]node\.js$/ }, ({ path }) => {
    const compiled = /  const lines = \[\]\n  for \(let i = 1;[^]*?\n  return new Function\([^\n]*\n/.exec(
      readFileSync(path, 'utf8'),
    )?.[0];
    const compares = '  return (path, i) => path.startsWith(prefix, i)\n';
    return { contents: replace(path, readFileSync(path, 'utf8'), compiled ?? '?', compares), loader: 'js' };
  });
  onLoad({ filter: /[\\/]find-my-way[\\/]lib[\\/]handler-storage\.js$/ }, ({ path }) => {
    const own = '_createParamsObject: this._compileCreateParamsObject(params)';
    const shared = `_createParamsObject: (known[JSON.stringify(params)] ??= this._compileCreateParamsObject(params))`;
    const contents = replace(path, readFileSync(path, 'utf8'), own, shared);
    return { contents: `const known = Object.create(null);\n${contents}`, loader: 'js' };
  });
}
