/** What audit events say, in words: the API has names of fields, and messages in English. */
import { t } from '@lingui/core/macro';
import type { Entity } from '#api/types';

type AuditEvent = Entity<'projects.AuditEvent'>;

/** What is added and removed, as the object of a sentence, by its name in the API. */
const objects: Readonly<Record<string, string>> = {
  approval_rule: t`the approval rule`,
  deploy_key: t`the deploy key`,
  deploy_token: t`the deploy token`,
  email: t`the email address`,
  feature: t`the feature flag`,
  geo_node: t`the node`,
  gpg_key: t`the GPG key`,
  group: t`the group`,
  impersonation_token: t`the impersonation token`,
  integration: t`the integration`,
  personal_access_token: t`the access token`,
  project: t`the project`,
  project_group_link: t`the share with the group`,
  project_hook: t`the webhook`,
  protected_branch: t`the protected branch`,
  protected_tag: t`the protected tag`,
  push_rule: t`the push rules`,
  remote_mirror: t`the mirror`,
  ssh_key: t`the SSH key`,
  system_hook: t`the system hook`,
  trigger: t`the trigger`,
  user: t`the user`,
  user_access: t`the member`,
  variable: t`the variable`,
};

/** Changed fields, by their name in the API. */
const fields: Readonly<Record<string, string>> = {
  access_level: t`Role`,
  'admin access': t`Administrator`,
  'default branch': t`Default branch`,
  'email address': t`Email address`,
  expiry: t`Expires on`,
  'full path': t`Full path`,
  'group access level': t`Role`,
  'merge method': t`Merge method`,
  name: t`Name`,
  namespace: t`Namespace`,
  password: t`Password`,
  path: t`Path`,
  state: t`State`,
  'two-factor authentication': t`Two-factor authentication`,
  username: t`Username`,
  visibility: t`Visibility`,
};

const values: Readonly<Record<string, string>> = {
  Guest: t`Guest`,
  Reporter: t`Reporter`,
  Developer: t`Developer`,
  Maintainer: t`Maintainer`,
  Owner: t`Owner`,
  private: t`Private`,
  internal: t`Internal`,
  public: t`Public`,
  true: t`yes`,
  false: t`no`,
};

const messages: Readonly<Record<string, string>> = {
  'Export downloaded': t`downloaded an export`,
  'Export requested': t`requested an export`,
  'Group marked for deletion': t`marked the group for deletion`,
  'Project archived': t`archived the project`,
  'Project imported': t`imported the project`,
  'Project marked for deletion': t`marked the project for deletion`,
  'Project restored': t`restored the project`,
  'Project unarchived': t`unarchived the project`,
  'Repository of a deleted project removed': t`removed the repository of a deleted project`,
  'Repository of a deleted project restored': t`restored the repository of a deleted project`,
  'Sign-in refreshed': t`refreshed the sign-in`,
  'Two-factor recovery codes replaced': t`replaced the two-factor recovery codes`,
};

const entities: Readonly<Record<string, string>> = {
  Project: t`Project`,
  Group: t`Group`,
  User: t`User`,
  'Gitlab::Audit::InstanceScope': t`Instance`,
};

/** Returns what the author of an event did. */
export function sentenceOf({ details }: AuditEvent): string {
  if (!details) return t`made a change`;
  const target = details.target_details ?? '';
  if (details.custom_message) return `${messages[details.custom_message] ?? details.custom_message} ${target}`;
  if (details.add) {
    const object = nameIn(objects, details.add);
    return details.as ? t`added ${object} ${target} as ${nameIn(values, details.as)}` : t`added ${object} ${target}`;
  }
  if (details.remove) return t`removed ${nameIn(objects, details.remove)} ${target}`;
  if (details.failed_login) return t`failed to sign in (${details.failed_login.toLowerCase()})`;
  if (details.with) return t`signed in with ${details.with}`;
  if (!details.change) return t`changed ${target}`;
  // Not all changes have values, and some are of an object as a whole.
  const object = objects[details.change];
  if (object) return t`changed ${object} ${target}`;
  const field = nameIn(fields, details.change);
  if (!details.from && !details.to) return t`changed “${field}” of ${target}`;
  return t`changed “${field}” of ${target} from ${valueOf(details.from)} to ${valueOf(details.to)}`;
}

/** Returns the kind of the object whose audit event it is. */
export function entityNameOf({ entity_type: type }: AuditEvent): string {
  return entities[type] ?? type;
}

function valueOf(value: string | null | undefined): string {
  return value ? (values[value] ?? value) : t`nothing`;
}

/** Later releases may name further things. */
function nameIn(names: Readonly<Record<string, string>>, name: string): string {
  return names[name] ?? name.replaceAll('_', ' ');
}
