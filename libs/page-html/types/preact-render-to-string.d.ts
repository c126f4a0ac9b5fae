import type { Element } from 'preact';

export function renderToString(node: Element): string;
