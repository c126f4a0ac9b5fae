import { BadRequestException, NotFoundException } from '@nestjs/common';
import type { SpaceFieldChanges } from '../../application/space/space.commands.js';
import type { CreateSpaceBody, UpdateSpaceBody } from './space.body.js';

/** A space can begin empty or with a page; what else the body may name must exist to begin from. */
export function requireKnownStart(body: CreateSpaceBody): void {
  if (body.template !== undefined) throw new NotFoundException('Template not found');
  if (body.computedSource !== undefined) {
    throw new BadRequestException('computedSource: this server has no source that content could be computed from');
  }
}

export function toChanges(body: UpdateSpaceBody): SpaceFieldChanges {
  const { mergeRules, ...changes } = body;
  if (mergeRules === undefined) return changes;
  switch (mergeRules.type) {
    case 'inherit':
    case 'none':
      return { ...changes, mergeRules: { type: mergeRules.type } };
    case 'rules':
      return { ...changes, mergeRules: { type: 'rules', rules: rulesOf(mergeRules.rules) } };
    default:
      throw new BadRequestException('mergeRules.type must be inherit, none or rules');
  }
}

function rulesOf(rules: unknown): object[] {
  const valid = Array.isArray(rules) && rules.length <= 50 && rules.every(isRule);
  if (!valid)
    throw new BadRequestException('mergeRules.rules must be a list of at most 50 objects, each with its rule');
  return rules as object[];
}

function isRule(rule: unknown): boolean {
  return typeof rule === 'object' && rule !== null && typeof (rule as { rule?: unknown }).rule === 'string';
}
