//! The registers of the locks, by the names that the papers give them.

/// The papers' arrays of registers.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(creusot), derive(PartialEq, Eq, Hash))]
pub enum Array {
    /// `Doorway[p]`, Figure 1.
    Doorway,
    /// `Ticket[p]`.
    Ticket,
    /// `Want[p][i]`.
    Want,
    /// `Capture[p][i]`.
    Capture,
    /// The place of the ticket last entered with: the repair of Figure 3. Only its writer reads it.
    Entered,
    /// `choosing[p]`, Taubenfeld.
    Choosing,
    /// The bit `color`, Taubenfeld: one for all, and whoever enters writes it.
    Color,
    /// `spin.ch[i, p]`, Taubenfeld: local to i, who raises it; p lowers it.
    SpinCh,
    /// `spin.nu[i, p]`, likewise.
    SpinNu,
    /// An ideal active set, and what p is told of q: nothing that is stored anywhere.
    Member,
    /// Whether p is there, Afek, Stupp and Touitou's active set.
    Active,
    /// Whether p has a splitter. Only its writer reads it.
    Placed,
    /// X of a splitter: by diagonal and place on it, of nobody's.
    X,
    /// Y of a splitter.
    Y,
    /// Who has stopped at a splitter.
    Owner,
}

#[cfg(not(creusot))]
impl Array {
    /// How many there are.
    pub const ALL: usize = Array::Owner as usize + 1;

    /// The paper's name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Array::Doorway => "Doorway",
            Array::Ticket => "Ticket",
            Array::Want => "Want",
            Array::Capture => "Capture",
            Array::Entered => "entered",
            Array::Choosing => "choosing",
            Array::Color => "color",
            Array::SpinCh => "spin.ch",
            Array::SpinNu => "spin.nu",
            Array::Member => "S",
            Array::Active => "active",
            Array::Placed => "placed",
            Array::X => "X",
            Array::Y => "Y",
            Array::Owner => "owner",
        }
    }

    /// Whether it has a register for every pair of processes.
    #[must_use]
    pub const fn is_matrix(self) -> bool {
        matches!(
            self,
            Array::Want | Array::Capture | Array::SpinCh | Array::SpinNu | Array::Member
        ) || self.is_grid()
    }

    /// Whether it is by splitter, and not by process.
    #[must_use]
    pub const fn is_grid(self) -> bool {
        matches!(self, Array::X | Array::Y | Array::Owner)
    }

    /// Whether only the process whose name it has, or which it is local to, reads it and nobody else writes it.
    #[must_use]
    pub const fn is_private(self) -> bool {
        matches!(
            self,
            Array::Want | Array::Capture | Array::Entered | Array::Placed
        )
    }

    /// Whether everybody reads and writes it, and it is local to nobody.
    #[must_use]
    pub const fn is_common(self) -> bool {
        matches!(self, Array::Color) || self.is_grid()
    }
}
