/**
 * Reflection of a gRPC server for tools such as grpcurl. Parsing the descriptors for it takes a
 * second, so it happens at the first request.
 */
import type { handleBidiStreamingCall, Server, ServiceDefinition, UntypedServiceImplementation } from '@grpc/grpc-js';
import { loadFileDescriptorSetFromBuffer, type PackageDefinition } from '@grpc/proto-loader';
import { ReflectionService } from '@grpc/reflection';

/** Both versions of the protocol have one method, with the same name. */
interface Reflection extends UntypedServiceImplementation {
  ServerReflectionInfo: handleBidiStreamingCall<unknown, unknown>;
}

/** Adds reflection to a server that a descriptor set describes. */
export function addReflection(server: Server, descriptorSet: Buffer): void {
  let reflections: Reflection[] | undefined;
  const versions = servicesOf({});
  versions.forEach(({ definition }, index) =>
    server.addService(definition, {
      ServerReflectionInfo(stream) {
        reflections ??= servicesOf(loadFileDescriptorSetFromBuffer(descriptorSet)).map(({ reflection }) => reflection);
        reflections[index]?.ServerReflectionInfo(stream);
      },
    } satisfies Reflection),
  );
}

/** Returns the services that the library would add to a server, one for each version. */
function servicesOf(described: PackageDefinition): { definition: ServiceDefinition; reflection: Reflection }[] {
  const services: { definition: ServiceDefinition; reflection: Reflection }[] = [];
  const addService = (definition: ServiceDefinition, reflection: Reflection): unknown =>
    services.push({ definition, reflection });
  new ReflectionService(described).addToServer({ addService } as unknown as Server);
  return services;
}
