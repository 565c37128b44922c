import classes from './brand.module.css';

export const Brand = () => (
  <span className={classes['brand']}>
    <img src="/icon.svg" width={28} height={28} alt="" />
    Visita
  </span>
);
