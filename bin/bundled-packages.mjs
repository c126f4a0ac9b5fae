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
