/**
 * The languages of highlight.js that code is highlighted in: the name of each module, then the other names it is known
 * by. Only these modules are ever loaded.
 */
const LANGUAGES = `
  apache apacheconf; applescript osascript; arduino ino; asciidoc adoc; awk; bash sh zsh shellscript; c h; clojure clj edn;
  cmake; coffeescript coffee; cpp cc c++ h++ hpp hh hxx cxx; crystal cr; csharp cs c#; css; d; dart;
  delphi pas pascal; diff patch; django jinja jinja2; dns zone; dockerfile docker containerfile; dos bat batch cmd;
  elixir ex exs; elm; erb; erlang erl; excel xlsx; fortran f90 f95; fsharp fs f#; gherkin feature cucumber; glsl;
  go golang; gradle; graphql gql; groovy; haml; handlebars hbs; haskell hs; haxe hx; http https; ini toml editorconfig env dotenv;
  java jsp; javascript js jsx mjs cjs node; json jsonc json5 jsonl ndjson; julia jl; kotlin kt kts; latex tex; less; lisp elisp;
  llvm; lua; makefile make mk; markdown md mdx; matlab; nginx nginxconf; nim; nix; objectivec objc obj-c;
  ocaml ml; perl pl pm; pgsql postgres postgresql; php; plaintext text txt plain; powershell pwsh ps1 ps; prolog;
  properties; protobuf proto; puppet pp; python py gyp; python-repl pycon; qml; r; reasonml re; ruby rb; rust rs; sas; scala;
  scheme scm; scss sass; shell console shellsession terminal; smalltalk; sql mysql; stylus styl; swift; tcl; thrift;
  twig; typescript ts tsx mts cts; vala; vbnet vb; vbscript vbs; verilog v sv; vhdl; vim; wasm; x86asm asm nasm;
  xml html xhtml rss atom svg vue svelte plist xsl; xquery xpath; yaml yml
`;

/** Modules whose code has code of others within. */
const WITHIN: Record<string, readonly string[]> = {
  xml: ['css', 'javascript'],
  markdown: ['xml', 'css', 'javascript'],
  handlebars: ['xml'],
  django: ['xml'],
  twig: ['xml'],
  erb: ['xml', 'ruby'],
  haml: ['ruby'],
  php: ['xml'],
  shell: ['bash'],
  'python-repl': ['python'],
  asciidoc: ['xml'],
};

const moduleByName = new Map<string, string>(
  LANGUAGES.split(';').flatMap((language) => {
    const names = language.trim().split(/\s+/);
    const [module = ''] = names;
    return names.map((name): [string, string] => [name, module]);
  }),
);

/** The module that highlights a language, by any of its names; undefined for an unknown one. */
export const languageModule = (syntax: string): string | undefined => moduleByName.get(syntax.trim().toLowerCase());

/** The modules that code in the language of a module needs besides. */
export const modulesWithin = (module: string): readonly string[] => WITHIN[module] ?? [];
