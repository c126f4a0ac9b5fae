import { Injectable } from '@nestjs/common';
import { LANGUAGES } from '#page-html';
import { drawFaultPage } from '#site-html';
import { FaultPages } from '../application/fault-pages.js';
import { SiteFiles } from './site-files.js';

const LONGEST_HEADER = 200;

/** Pages in the look that sites have for which nothing was chosen. */
@Injectable()
export class UsualFaultPages extends FaultPages {
  constructor(private readonly files: SiteFiles) {
    super();
  }

  draw(status: number, accepted: string | undefined, root: string): string {
    const language = languageOf(accepted ?? '');
    return drawFaultPage({ status, language, root, files: this.files.usual(language) });
  }
}

/** The first language of those a browser accepts in which there are texts. */
function languageOf(accepted: string): string {
  const wanted = accepted.slice(0, LONGEST_HEADER).toLowerCase().split(',');
  const names = wanted.map((one) => /^\s*([a-z]{2,3})(?![a-z])/.exec(one)?.[1] ?? '');
  return names.find((name) => LANGUAGES.some((one) => one === name || one.startsWith(`${name}-`))) ?? 'en';
}
