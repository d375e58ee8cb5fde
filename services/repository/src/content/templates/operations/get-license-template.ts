import { TemplateServiceDefinition } from '@forgemesh/proto/repository/v1/template';
import { operation } from '#operation';
import { findLicenseTemplate } from '../find-template';

/** Gets a license. */
export const getLicenseTemplate = operation(TemplateServiceDefinition.getLicenseTemplate, (request, call) =>
  findLicenseTemplate(call, request.key, request, 'License'),
);
