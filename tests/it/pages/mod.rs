//! Pages: what people can look at without Discord.

mod bounds;
mod browser;
mod calendar;
mod checked;
mod contests;
mod links;
mod matches;
mod rules;
mod teams;
mod world;
