import type { EntityStore, FileStore } from '@forgemesh/data';
import type { Settings } from '@forgemesh/events';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import type { UserDirectory } from '#clients/users';
import type { SnippetDocument } from '#content/snippets';
import type { SpamCheck } from '#content/spam';
import type { UploadDocument } from '#content/uploads';
import type { Authorization } from '#projects/authorization';

/** Dependencies of the RPCs for other services about snippets, uploads and spam. */
export interface InternalContentDeps {
  settings: Settings<ApplicationSettings>;
  spamCheck: SpamCheck;
  snippets: EntityStore<SnippetDocument>;
  uploads: EntityStore<UploadDocument>;
  /** Contents of attached files. */
  uploadFiles: FileStore;
  /** Display data and profiles of users. */
  directory: UserDirectory;
  /** Rights on projects and namespaces. */
  authorization: Authorization;
}
