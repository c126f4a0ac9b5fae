import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Injectable } from '@nestjs/common';
import { Settings } from '#kernel/infrastructure/settings';
import { BuiltIntegrations } from '../application/built-integrations.js';
import type { PublicationRequest } from '../application/sent-integration.js';

/** The folder that the build fills, beside the bundle: seen from there, from `dist/src` and from the sources. */
const PLACES = ['./integrations/', '../../../../run/integrations/', '../../../../dist/run/integrations/'];

/** Reads what bin/integrations.mjs wrote; there is nothing where nothing was built. */
@Injectable()
export class BuiltFolder extends BuiltIntegrations {
  constructor(private readonly settings: Settings) {
    super();
  }

  async wanted(): Promise<Map<string, string>> {
    const { ownIntegrations: names } = this.settings;
    const folder = builtFolder();
    if (folder === undefined) return new Map();
    const index = JSON.parse(await readFile(`${folder}index.json`, 'utf8')) as Record<string, string>;
    return new Map(Object.entries(index).filter(([name]) => names.includes('on') || names.includes(name)));
  }

  async request(name: string): Promise<PublicationRequest> {
    return JSON.parse(await readFile(`${builtFolder() ?? ''}${name}.json`, 'utf8')) as PublicationRequest;
  }
}

function builtFolder(): string | undefined {
  const candidates = PLACES.map((path) => fileURLToPath(new URL(path, import.meta.url)));
  return candidates.find((folder) => existsSync(`${folder}index.json`));
}
