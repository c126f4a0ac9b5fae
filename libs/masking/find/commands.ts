import type { Span } from '../markers.js';
import { PLACEHOLDER } from './values.js';

/** The login of a request that `curl` sends. */
const LOGIN = /(?<=\s)(?:-u|-U|--user|--proxy-user)[ =]{0,2}["']?[^\s:"'/]{1,128}:([^\s"'`<>]{1,256})/g;
const WITHIN = 400;

/** Passwords behind `-u user:` in a command of curl. */
export function findCommandLogins(text: string): Span[] {
  if (!text.includes('curl')) return [];
  return Array.from(text.matchAll(LOGIN)).flatMap(({ 0: found, 1: password = '', index }) => {
    const isOfCurl = /\bcurl\b(?!.*\n\s*\n)/s.test(text.slice(Math.max(0, index - WITHIN), index));
    const to = index + found.length;
    return isOfCurl && !PLACEHOLDER.test(password) ? [{ from: to - password.length, to, kind: 'secret' as const }] : [];
  });
}
