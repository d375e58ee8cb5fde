import { operation, type Call } from '@forgemesh/rpc';
import { TemplateServiceDefinition } from '@forgemesh/proto/repository/v1/template';
import { findLicenseTemplate } from '../find-template';
import type { TemplatesDeps } from '../deps';

/** Gets a license. */
export const getLicenseTemplate = operation(
  TemplateServiceDefinition.getLicenseTemplate,
  (request, call: Call<TemplatesDeps>) => findLicenseTemplate(call, request.key, request, 'License'),
);
