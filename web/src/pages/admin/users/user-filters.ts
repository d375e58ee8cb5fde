/** The filters and orders of the users, as parameters of the API. */
import type { listUsers } from '#data/users';

type Query = Parameters<typeof listUsers>[0];

/** Choices by their value in the address: the text of each, and its parameters. */
export type UserChoices = Readonly<Record<string, { text: string; query: Query }>>;

/** The filters by what users are. */
export const userFilters: UserChoices = {
  all: { text: 'All users', query: {} },
  active: { text: 'Active', query: { active: true } },
  blocked: { text: 'Blocked', query: { blocked: true } },
  administrators: { text: 'Administrators', query: { admins: true } },
  without_two_factor: { text: 'Without two-factor authentication', query: { two_factor: 'disabled' } },
  with_two_factor: { text: 'With two-factor authentication', query: { two_factor: 'enabled' } },
  external: { text: 'External', query: { external: true } },
};

/** The orders of the users. */
export const userOrders: UserChoices = {
  newest: { text: 'Newest first', query: {} },
  oldest: { text: 'Oldest first', query: { order_by: 'id', sort: 'asc' } },
  name: { text: 'By name', query: { order_by: 'name', sort: 'asc' } },
  updated: { text: 'Changed last', query: { order_by: 'updated_at', sort: 'desc' } },
};

/** The texts of choices by their value. */
export function textsOf(choices: UserChoices): Record<string, string> {
  return Object.fromEntries(Object.entries(choices).map(([value, { text }]) => [value, text]));
}

/** The parameters of a chosen value; none for an unknown one. */
export function queryOf(choices: UserChoices, value: string | undefined): Query {
  return (value === undefined ? undefined : choices[value]?.query) ?? {};
}
