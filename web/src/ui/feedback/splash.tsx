import { Center, Loader } from '@mantine/core';

/** Full-page placeholder while the next screen loads. */
export const Splash = () => (
  <Center mih="100dvh" role="status" aria-label="Visita">
    <Loader />
  </Center>
);
