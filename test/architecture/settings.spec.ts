import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { SETTINGS_TABLE, type SettingDescription } from '#kernel/infrastructure/settings-table';
import { ROOT } from './source-files.js';

/** The table of the papers, as it follows from the program. */
const EXPECTED = Object.entries<SettingDescription>(SETTINGS_TABLE).map(([name, setting]) => ({
  name,
  default: setting.default,
  meaning: setting.meaning,
}));

/** The rows of a table whose first cell is a setting's name. */
function settingsIn(page: string): { name: string; default: string; meaning: string }[] {
  const rows = page.matchAll(/^\| `([A-Z][A-Z0-9_]+)` *\| *(.*?) *\| (.*?) *\|$/gm);
  return [...rows].map(([, name = '', byDefault = '', meaning = '']) => ({
    name,
    default: byDefault.replaceAll('`', ''),
    meaning,
  }));
}

describe('the settings in the papers', () => {
  it.each(['README.md', 'docs/operate/settings.md'])(
    'are those of the program in %s, and any other is noticed',
    (file) => {
      const page = readFileSync(join(ROOT, file), 'utf8');
      expect(settingsIn(page)).toEqual(EXPECTED);
      // One that is missing, and one that says something else, are noticed.
      expect(settingsIn(page.replace(/^\| `QUIRE_HOST`.*\n/m, ''))).not.toEqual(EXPECTED);
      expect(settingsIn(page.replace('| `QUIRE_HOST`', '| `QUIRE_HOSTS`'))).not.toEqual(EXPECTED);
    },
  );
});

describe('docker-compose.yml', () => {
  const compose = parse(readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8')) as {
    services: { quire: { environment: Record<string, string | number> } };
  };
  const { environment } = compose.services.quire;
  /** What the container settles itself. */
  const FIXED = {
    PORT: 3000,
    QUIRE_HOST: '0.0.0.0',
    QUIRE_DATA_DIR: '/data',
    DATABASE_URL: expect.stringMatching(/^postgres:\/\/quire:.+@database:5432\/quire$/),
  };

  const expected = {
    ...Object.fromEntries(EXPECTED.map(({ name }) => [name, `\${${name}:-}`])),
    ...FIXED,
  };

  it('passes every setting on, and none that there is not', () => {
    expect(environment).toEqual(expected);
  });

  it('is noticed when it passes on one too few or too many', () => {
    const { QUIRE_ROLE: _, ...fewer } = environment;
    expect(fewer).not.toEqual(expected);
    expect({ ...environment, QUIRE_NOWHERE: '' }).not.toEqual(expected);
  });
});
