import type { OrganizationView } from '#organization';
import type { Page } from '#kernel/application/page';
import type { Api } from '../api.js';
import { UsageInvalid } from '../failure.js';

/** The id of the caller's organization with this id or title; without a name, of the only one. */
export async function findOrganization(api: Api, named: string | undefined): Promise<string> {
  const all = await organizations(api);
  const matching = named === undefined ? all : all.filter(({ id }) => id === named);
  if (matching.length === 0) matching.push(...all.filter(({ title }) => title === named));
  if (matching.length === 0) {
    matching.push(...all.filter(({ title }) => title.toLowerCase() === named?.toLowerCase()));
  }
  const [found] = matching;
  if (found !== undefined && matching.length === 1) return found.id;
  const choice = (found === undefined ? all : matching).map(({ id, title }) => `${id} (${title})`).join(', ');
  if (choice === '') throw new UsageInvalid('The token belongs to a user without an organization: create one first');
  if (named === undefined) throw new UsageInvalid(`Say which with --organization: ${choice}`);
  throw new UsageInvalid(
    `${found ? 'Several organizations have' : 'No organization has'} the title "${named}": ${choice}`,
  );
}

async function organizations(api: Api): Promise<OrganizationView[]> {
  const found: OrganizationView[] = [];
  let next: string | undefined;
  do {
    const query = next === undefined ? '' : `&page=${encodeURIComponent(next)}`;
    const page = await api.get<Page<OrganizationView>>(`/v1/orgs?limit=1000${query}`);
    found.push(...page.items);
    next = page.next?.page;
  } while (next !== undefined);
  return found;
}
