import { Center, Loader } from '@mantine/core';

/** The whole page while the next screen arrives. */
export const Splash = () => (
  <Center mih="100dvh" role="status" aria-label="Visita">
    <Loader />
  </Center>
);
