import { operation, type Call } from '@forgemesh/rpc';
import { TemplateServiceDefinition } from '@forgemesh/proto/repository/v1/template';
import { findLicenseTemplate } from '../find-template';
import type { TemplatesDeps } from '../deps';

/** Gets a license for a project. */
export const getProjectLicenseTemplate = operation(
  TemplateServiceDefinition.getProjectLicenseTemplate,
  (request, call: Call<TemplatesDeps>) => findLicenseTemplate(call, request.name, request, 'Template'),
);
