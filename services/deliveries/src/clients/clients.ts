/** Clients of the services that this service calls. */
import type { Caller, ServiceClient } from '@forgemesh/rpc';
import { EventEntityServiceDefinition } from '@forgemesh/proto/collaboration/v1/event_entity';
import {
  MailContentServiceDefinition,
  MailTransferServiceDefinition,
} from '@forgemesh/proto/collaboration/v1/mail_content';
import { DirectoryServiceDefinition } from '@forgemesh/proto/identity/v1/directory';
import { EmailConfirmationServiceDefinition } from '@forgemesh/proto/identity/v1/email_confirmation';
import { PasswordResetServiceDefinition } from '@forgemesh/proto/identity/v1/password_reset';
import { AccessServiceDefinition } from '@forgemesh/proto/projects/v1/access';
import { DeliveryTransferServiceDefinition } from '@forgemesh/proto/projects/v1/delivery_transfer';
import { EventEntityServiceDefinition as ProjectEntityServiceDefinition } from '@forgemesh/proto/projects/v1/event_entity';
import { ExistenceServiceDefinition } from '@forgemesh/proto/projects/v1/existence';
import { ExportUploadServiceDefinition } from '@forgemesh/proto/projects/v1/export_upload';
import { ProjectDirectoryServiceDefinition } from '@forgemesh/proto/projects/v1/project_directory';
import { BranchServiceDefinition } from '@forgemesh/proto/repository/v1/branch';
import { CommitServiceDefinition } from '@forgemesh/proto/repository/v1/commit';
import { ComparisonServiceDefinition } from '@forgemesh/proto/repository/v1/comparison';
import { PipelineEntityServiceDefinition } from '@forgemesh/proto/repository/v1/pipeline_entity';
import { RepositoryCheckServiceDefinition } from '@forgemesh/proto/repository/v1/repository_check';
import { TagServiceDefinition } from '@forgemesh/proto/repository/v1/tag';
import { WikiServiceDefinition } from '@forgemesh/proto/repository/v1/wiki';
import { AdminDeadLetterServiceDefinition } from '@forgemesh/proto/settings/v1/dead_letter';
import { SettingsServiceDefinition } from '@forgemesh/proto/settings/v1/settings';

/** Typed clients. */
export interface Clients {
  /** Rights on projects. */
  access: ServiceClient<typeof AccessServiceDefinition>;
  /** Whether projects exist. */
  existence: ServiceClient<typeof ExistenceServiceDefinition>;
  /** Projects and snippets with the fields that payloads contain. */
  projectEntities: ServiceClient<typeof ProjectEntityServiceDefinition>;
  /** Profiles of groups. */
  directory: ServiceClient<typeof ProjectDirectoryServiceDefinition>;
  /** Archives of exports that are to be uploaded. */
  exportUploads: ServiceClient<typeof ExportUploadServiceDefinition>;
  /** Webhooks and integrations that earlier releases stored. */
  hookTransfer: ServiceClient<typeof DeliveryTransferServiceDefinition>;
  /** Profiles of users. */
  users: ServiceClient<typeof DirectoryServiceDefinition>;
  /** Creates links by which users set passwords. */
  passwordResets: ServiceClient<typeof PasswordResetServiceDefinition>;
  /** Creates links by which users confirm emails. */
  emailConfirmations: ServiceClient<typeof EmailConfirmationServiceDefinition>;
  /** Issues, merge requests, notes and labels as their events present them. */
  eventEntities: ServiceClient<typeof EventEntityServiceDefinition>;
  /** Contents of mails about issues, merge requests, epics and projects. */
  mailContents: ServiceClient<typeof MailContentServiceDefinition>;
  /** Mails that earlier releases queued. */
  mailTransfer: ServiceClient<typeof MailTransferServiceDefinition>;
  /** Branches, commits, tags and wiki pages. Calls use the rights on a project that they name. */
  branches: ServiceClient<typeof BranchServiceDefinition>;
  commits: ServiceClient<typeof CommitServiceDefinition>;
  comparisons: ServiceClient<typeof ComparisonServiceDefinition>;
  tags: ServiceClient<typeof TagServiceDefinition>;
  wikis: ServiceClient<typeof WikiServiceDefinition>;
  /** Pipelines and jobs as their events present them. */
  pipelineEntities: ServiceClient<typeof PipelineEntityServiceDefinition>;
  /** Numbers of damaged repositories. */
  repositoryChecks: ServiceClient<typeof RepositoryCheckServiceDefinition>;
  /** Numbers of events that were not handled. */
  deadLetters: ServiceClient<typeof AdminDeadLetterServiceDefinition>;
  settings: ServiceClient<typeof SettingsServiceDefinition>;
}

/** Creates the clients; connections are opened at the first call. */
export function createClients(caller: Caller): Clients {
  return {
    access: caller.client(AccessServiceDefinition, 'projects'),
    existence: caller.client(ExistenceServiceDefinition, 'projects'),
    projectEntities: caller.client(ProjectEntityServiceDefinition, 'projects'),
    directory: caller.client(ProjectDirectoryServiceDefinition, 'projects'),
    exportUploads: caller.client(ExportUploadServiceDefinition, 'projects'),
    hookTransfer: caller.client(DeliveryTransferServiceDefinition, 'projects'),
    users: caller.client(DirectoryServiceDefinition, 'identity'),
    passwordResets: caller.client(PasswordResetServiceDefinition, 'identity'),
    emailConfirmations: caller.client(EmailConfirmationServiceDefinition, 'identity'),
    eventEntities: caller.client(EventEntityServiceDefinition, 'collaboration'),
    mailContents: caller.client(MailContentServiceDefinition, 'collaboration'),
    mailTransfer: caller.client(MailTransferServiceDefinition, 'collaboration'),
    branches: caller.client(BranchServiceDefinition, 'repository'),
    commits: caller.client(CommitServiceDefinition, 'repository'),
    comparisons: caller.client(ComparisonServiceDefinition, 'repository'),
    tags: caller.client(TagServiceDefinition, 'repository'),
    wikis: caller.client(WikiServiceDefinition, 'repository'),
    pipelineEntities: caller.client(PipelineEntityServiceDefinition, 'repository'),
    repositoryChecks: caller.client(RepositoryCheckServiceDefinition, 'repository'),
    deadLetters: caller.client(AdminDeadLetterServiceDefinition, 'settings'),
    settings: caller.client(SettingsServiceDefinition, 'settings'),
  };
}
