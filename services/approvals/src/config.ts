/** Configuration of the approvals service: what every service reads. */
import { readConfig, serviceVariables, type ServiceConfig } from '@forgemesh/service';

export const config: ServiceConfig = readConfig(process.env, serviceVariables);
