/** The filters and orders of the users, as parameters of the API. */
import { t } from '@lingui/core/macro';
import type { listUsers } from '#data/users';

type Query = Parameters<typeof listUsers>[0];

/** Choices by their value in the address: the text of each, and its parameters. */
export type UserChoices = Readonly<Record<string, { text: string; query: Query }>>;

/** The filters by what users are. */
export const userFilters: UserChoices = {
  all: { text: t`All users`, query: {} },
  active: { text: t`Active`, query: { active: true } },
  blocked: { text: t`Blocked`, query: { blocked: true } },
  administrators: { text: t`Administrators`, query: { admins: true } },
  without_two_factor: { text: t`Without two-factor authentication`, query: { two_factor: 'disabled' } },
  with_two_factor: { text: t`With two-factor authentication`, query: { two_factor: 'enabled' } },
  external: { text: t`External`, query: { external: true } },
};

/** The orders of the users. */
export const userOrders: UserChoices = {
  newest: { text: t`Newest first`, query: {} },
  oldest: { text: t`Oldest first`, query: { order_by: 'id', sort: 'asc' } },
  name: { text: t`By name`, query: { order_by: 'name', sort: 'asc' } },
  updated: { text: t`Changed last`, query: { order_by: 'updated_at', sort: 'desc' } },
};

/** The texts of choices by their value. */
export function textsOf(choices: UserChoices): Record<string, string> {
  return Object.fromEntries(Object.entries(choices).map(([value, { text }]) => [value, text]));
}

/** The parameters of a chosen value; none for an unknown one. */
export function queryOf(choices: UserChoices, value: string | undefined): Query {
  return (value === undefined ? undefined : choices[value]?.query) ?? {};
}
